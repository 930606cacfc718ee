import { CODE_FLOOD_NOTICES } from '@munjigi/texts/notices';
import type { Tx } from '../../../db/index.ts';
import { addNotification } from '../../payments/index.ts';
import { CODES_OF_STORE, SHARED_WORK_FROM, type CodeUse } from './code-limits.ts';

const HOUR_MS = 3600_000;

/**
 * Notifies people of codes that no guest enters, when the code that was just sent reaches a threshold (BK-5). A store has one
 * such notification in an hour and while one waits for a person. Call it last: it makes other notifications of the chain
 * wait.
 */
export async function notifyCodeFlood(
  tx: Tx,
  { productId, storeId, now }: { readonly productId: string; readonly storeId: string; readonly now: Date },
  { ofStore, ofChain, budget }: CodeUse,
): Promise<void> {
  const [store, chain] = [ofStore + 1, ofChain + 1];
  const texts = [
    chain >= budget ? CODE_FLOOD_NOTICES.spent : chain >= budget / 2 ? CODE_FLOOD_NOTICES.chain : null,
    store >= CODES_OF_STORE * SHARED_WORK_FROM ? CODE_FLOOD_NOTICES.store : null,
  ].filter((text) => text !== null);
  for (const text of texts) {
    if (await isNotified(tx, storeId, { text, since: new Date(now.getTime() - HOUR_MS) })) continue;
    await addNotification(tx, {
      productId,
      storeId,
      kind: 'CODE_FLOOD',
      reservationId: null,
      amount: null,
      text,
      at: now,
    });
  }
}

async function isNotified(
  tx: Tx,
  storeId: string,
  { text, since }: { readonly text: string; readonly since: Date },
): Promise<boolean> {
  const found = await tx
    .selectFrom('notifications')
    .select('id')
    .where('store_id', '=', storeId)
    .where('kind', '=', 'CODE_FLOOD')
    .where('text', '=', text)
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('created_at', '>', since)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
