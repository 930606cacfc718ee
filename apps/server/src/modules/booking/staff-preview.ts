import { timingSafeEqual } from 'node:crypto';
import type { BookingMarks } from './guest-proof/booking-marks.ts';

const VALID_MS = 60 * 60_000;
/** The header that carries the token. The page has it in the fragment of its address, which no server logs. */
export const PREVIEW_HEADER = 'x-booking-preview';

/** A token with which the booking page of a store can be read while it is not open (BK-12). Nothing is stored. */
export function issuePreviewToken(marks: BookingMarks, storeId: string, now: Date): string {
  const until = String(now.getTime() + VALID_MS);
  return `${until}.${marks.ofPreview(storeId, until).toString('base64url')}`;
}

/** Whether the token is this server's, for this store, and has not expired. */
export function isPreviewToken(
  marks: BookingMarks,
  storeId: string,
  { token, now }: { readonly token: string | null; readonly now: Date },
): boolean {
  const [, until = '', mark = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(token ?? '') ?? [];
  if (mark === '' || Number(until) <= now.getTime()) return false;
  return timingSafeEqual(Buffer.from(mark, 'base64url'), marks.ofPreview(storeId, until));
}
