import type { MessageTemplate } from '@munjigi/contract';
import type { TFunction } from 'i18next';
import type { FieldErrors } from '../../../ui/form/field-errors.ts';
import type { TemplateBody } from './templates.api.ts';

/** A template as it is typed. */
export type TemplateDraft = Pick<MessageTemplate, 'isEnabled' | 'subject' | 'body' | 'alimtalkCode' | 'alimtalkState'>;

export function draftOfTemplate(template: MessageTemplate): TemplateDraft {
  const { isEnabled, subject, body, alimtalkCode, alimtalkState } = template;
  return { isEnabled, subject, body, alimtalkCode, alimtalkState };
}

export function templateBody(draft: TemplateDraft): TemplateBody {
  return {
    ...draft,
    subject: draft.subject.trim(),
    body: draft.body.trim(),
    alimtalkCode: draft.alimtalkCode.trim(),
  };
}

/** The faults that need no server. A code without a state, or a state without a code, would send no alimtalk. */
export function checkTemplate(draft: TemplateDraft, t: TFunction<readonly ['messages', 'form']>): FieldErrors {
  return {
    ...(draft.subject.trim() === '' && { subject: t('form:required') }),
    ...(draft.body.trim() === '' && { body: t('form:required') }),
    ...(draft.alimtalkState !== 'NONE' &&
      draft.alimtalkCode.trim() === '' && { alimtalkCode: t('messages:template.codeMissing') }),
  };
}
