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
