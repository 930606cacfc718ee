import type { BodyInputOf, editWebhookEndpoint, WebhookEndpoint, WebhookType } from '@munjigi/contract';
import { isProblem } from '../../api/call.ts';

/** An endpoint as it is typed. */
export interface EndpointDraft {
  readonly url: string;
  readonly description: string;
  readonly types: readonly WebhookType[];
  readonly isOn: boolean;
}

export const NEW_ENDPOINT: EndpointDraft = { url: '', description: '', types: [], isOn: true };

export function draftOfEndpoint({ url, description, types, state }: WebhookEndpoint): EndpointDraft {
  return { url, description, types, isOn: state === 'ENABLED' };
}

/** Only the changed fields: a new description does not switch a stopped endpoint on or off. */
export function editBody(
  draft: EndpointDraft,
  shown: EndpointDraft,
  version: number,
): BodyInputOf<typeof editWebhookEndpoint> {
  const url = draft.url.trim();
  const description = draft.description.trim();
  return {
    version,
    ...(url !== shown.url && { url }),
    ...(description !== shown.description && { description }),
    ...([...draft.types].sort().join() !== [...shown.types].sort().join() && { types: [...draft.types] }),
    ...(draft.isOn !== shown.isOn && { isEnabled: draft.isOn }),
  };
}

const URL_PROBLEMS = ['private_address', 'not_https', 'credentials_in_url', 'not_a_url', 'too_many'] as const;
export type UrlProblem = (typeof URL_PROBLEMS)[number] | 'other';

/** The server's problem with the address; `null` without a refusal or when it is about something else. */
export function urlProblemOf(error: unknown): UrlProblem | null {
  const found = isProblem(error) ? error.errors?.find(({ path }) => path === 'url') : undefined;
  if (found === undefined) return null;
  if (found.code === 'invalid_format') return 'not_a_url';
  return URL_PROBLEMS.find((code) => code === found.code) ?? 'other';
}
