import type {
  BodyInputOf,
  listTemplateVersions,
  MessageTemplate,
  previewMessageTemplate,
  ReplyOf,
  sendTestMessage,
  setMessageTemplate,
} from '@munjigi/contract';
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import type { TypedTemplateText } from './template-variables.ts';

/** Which template: its kind and its language. */
export type TemplateChoice = Pick<MessageTemplate, 'kind' | 'language'>;
export type TemplateBody = Omit<BodyInputOf<typeof setMessageTemplate>, 'version'>;
export type TemplatePreview = ReplyOf<typeof previewMessageTemplate>;
export type TestOutcome = ReplyOf<typeof sendTestMessage>;

const templatesKey = (product: string) => ['message-templates', product] as const;
/** The pause in typing after which the preview is read. */
const TYPING_MS = 300;

export function useMessageTemplates(product: string) {
  return useQuery({
    queryKey: templatesKey(product),
    queryFn: async ({ signal }): Promise<readonly MessageTemplate[]> =>
      (await call('GET /api/v2/{product}/message-template', { params: { product }, signal })).items,
  });
}

/** Every version of a template, latest first. */
export function useTemplateVersions(product: string, { kind, language }: TemplateChoice) {
  return useQuery({
    queryKey: [...templatesKey(product), 'versions', kind, language],
    queryFn: ({ signal }): Promise<ReplyOf<typeof listTemplateVersions>> =>
      call('GET /api/v2/{product}/message-template/{kind}/{language}/versions', {
        params: { product, kind, language },
        signal,
      }),
  });
}

export function useSetTemplate(product: string, { kind, language }: TemplateChoice) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TemplateBody & { readonly version: number }): Promise<MessageTemplate> =>
      call('POST /api/v2/{product}/message-template/{kind}/{language}', { params: { product, kind, language }, body }),
    // Read the current value, also after a STALE refusal.
    onSettled: () => client.invalidateQueries({ queryKey: templatesKey(product) }),
  });
}

/** What a guest would read, read again after each pause in typing. Nothing is read for an empty text. */
export function useTemplatePreview(product: string, { kind, language }: TemplateChoice, text: TypedTemplateText) {
  const { subject, body } = useSettled({ subject: text.subject.trim(), body: text.body.trim() });
  const isComplete = subject !== '' && body !== '';
  return useQuery({
    queryKey: ['message-template-preview', product, kind, language, subject, body],
    queryFn: !isComplete
      ? skipToken
      : ({ signal }): Promise<TemplatePreview> =>
          call('POST /api/v2/{product}/message-template/{kind}/{language}/preview', {
            params: { product, kind, language },
            body: { subject, body },
            signal,
          }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** The text after a pause in typing. */
function useSettled({ subject, body }: TypedTemplateText): TypedTemplateText {
  const [settled, setSettled] = useState({ subject, body });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ subject, body }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [subject, body]);
  return settled;
}

export function useSendTestMessage(product: string, { kind, language }: TemplateChoice) {
  return useMutation({
    mutationFn: (to: string): Promise<TestOutcome> =>
      call('POST /api/v2/{product}/message-template/{kind}/{language}/test', {
        params: { product, kind, language },
        body: { to },
      }),
  });
}
