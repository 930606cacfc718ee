import { expect } from './fixtures.ts';
import type { Playroom } from './playroom.ts';

/**
 * Issues the link of a guest. A message to the guest may have issued a token before, and may do so meanwhile.
 */
export async function issueLink({ ask }: Playroom, reservationId: string): Promise<string> {
  const path = `reservation/${reservationId}/guest-access`;
  let token = '';
  await expect(async () => {
    const { tokenId, state } = await ask<{ tokenId: string | null; state: string }>('owner', 'GET', path);
    const replacesTokenId = state === 'ACTIVE' ? tokenId : null;
    ({ token } = await ask<{ token: string }>('owner', 'POST', path, { replacesTokenId }));
  }).toPass();
  return `/g/${token}`;
}
