import type { Tx } from '../../../db/index.ts';
import { addNotification } from '../../payments/index.ts';
import { CODES_OF_STORE, SHARED_WORK_FROM, type CodeUse } from './code-limits.ts';

const HOUR_MS = 3600_000;

const TEXTS = {
  store: '입력되지 않는 인증번호 요청이 이 매장에 몰리고 있어요. 손님은 잠깐의 확인을 거쳐 예약할 수 있어요',
  chain:
    '하루 인증번호 한도의 절반을 입력되지 않은 요청에 썼어요. 한도는 손님 메시지의 ‘발송사 연결’에서 바꿀 수 있어요',
  spent: '하루 인증번호 한도를 다 썼어요. 한도를 올리거나 하루가 지날 때까지 새 인증번호를 보내지 않아요',
};

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
    chain >= budget ? TEXTS.spent : chain >= budget / 2 ? TEXTS.chain : null,
    store >= CODES_OF_STORE * SHARED_WORK_FROM ? TEXTS.store : null,
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
