import { expect } from './fixtures.ts';
import type { Playroom } from './playroom.ts';

/**
 * Issues the link of a guest. A message to the guest may have issued a token before, and may do so meanwhile.
 */
export async function issueLink(
  { ask }: Playroom,
  reservationId: string,
  who: 'admin' | 'owner' = 'owner',
): Promise<string> {
  const path = `reservation/${reservationId}/guest-access`;
  let token = '';
  await expect(async () => {
    const { tokenId, state } = await ask<{ tokenId: string | null; state: string }>(who, 'GET', path);
    const replacesTokenId = state === 'ACTIVE' ? tokenId : null;
    ({ token } = await ask<{ token: string }>(who, 'POST', path, { replacesTokenId }));
  }).toPass();
  return `/g/${token}`;
}

/** Waits for the message with the guest's own link, and returns its path: staff never had it. */
export async function findSentLink({ ask, read }: Playroom, reservationId: string): Promise<string> {
  const { code } = await read(reservationId);
  let link = '';
  await expect(async () => {
    const { items } = await ask<{ items: { body: string }[] }>('admin', 'GET', 'demo-inbox');
    const body = items.find((item) => item.body.includes(code) && item.body.includes('/g/mjg_'))?.body ?? '';
    link = /\/g\/mjg_[\w-]+/.exec(body)?.[0] ?? '';
    expect(link).toMatch(/^\/g\/mjg_[\w-]{43}$/);
  }).toPass({ timeout: 30_000 });
  return link;
}

/** Waits for the code of six digits that the phone of a reservation gets to confirm a cancellation. */
export async function findCancelCode({ ask }: Playroom, guestPhone: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const { items } = await ask<{ items: { to: string; body: string }[] }>('admin', 'GET', 'demo-inbox');
    const sent = items.find(({ to }) => to === guestPhone.replaceAll('-', '') || to === guestPhone);
    code = /(?:예약 변경·취소 인증번호|code[^\d]*) ?(\d{6})/.exec(sent?.body ?? '')?.[1] ?? '';
    expect(code).toMatch(/^\d{6}$/);
  }).toPass({ timeout: 30_000 });
  return code;
}

/** A phone number that hardly any other test uses. */
export function newGuestPhone(): string {
  return `010-55${String(Date.now() % 100).padStart(2, '0')}-${String(Date.now()).slice(-4)}`;
}
