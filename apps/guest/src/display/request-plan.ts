import type { DisplayPlan } from '@munjigi/contract';

/** `now` is the time of the server. `refused`: the token is not valid. `failed`: no connection, or no usable reply. */
export type PlanReply =
  | { readonly kind: 'changed'; readonly plan: DisplayPlan; readonly etag: string | null; readonly now: number }
  | { readonly kind: 'same'; readonly now: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed' };

const TIMEOUT_MS = 15_000;

/** Requests the plan of the room, without its body if it has not changed. */
export async function requestPlan(token: string, etag: string | null, abort: AbortController): Promise<PlanReply> {
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const reply = await fetch('/api/v2/display/plan', {
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${token}`,
        ...(etag !== null && { 'If-None-Match': etag }),
      },
      cache: 'no-store',
      signal: abort.signal,
    });
    return await readPlan(reply);
  } catch (error) {
    console.warn('The plan did not arrive', error);
    return { kind: 'failed' };
  } finally {
    clearTimeout(timer);
  }
}

async function readPlan(reply: Response): Promise<PlanReply> {
  const now = Date.parse(reply.headers.get('x-server-time') ?? '');
  if (reply.status === 401) {
    // Only the server itself ends a display; a proxy or the sign-in of a Wi-Fi can answer 401 as well.
    const { code } = (await reply.json()) as { readonly code?: string };
    return { kind: code === 'DISPLAY_TOKEN_INVALID' ? 'refused' : 'failed' };
  }
  if (Number.isNaN(now)) return { kind: 'failed' };
  if (reply.status === 304) return { kind: 'same', now };
  if (!reply.ok) return { kind: 'failed' };
  return { kind: 'changed', plan: (await reply.json()) as DisplayPlan, etag: reply.headers.get('etag'), now };
}
