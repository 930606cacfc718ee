import type { NotificationKind } from '@munjigi/contract';
import { maskName } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import type { FastifyBaseLogger } from 'fastify';
import { storeActor, type Database, type Tx } from '../db/index.ts';
import { addNotification, isRoutineKind } from '../modules/payments/index.ts';
import { listStoreKeys } from '../modules/stores/index.ts';
import { seededRandom, type SeededRandom } from './random.ts';
import { GUESTS } from './world.ts';

interface Place {
  readonly productId: string;
  readonly storeId: string;
  readonly now: Date;
  readonly random: SeededRandom;
}

const MINUTE_MS = 60_000;
const KINDS: readonly NotificationKind[] = [
  'PAID',
  'PAID',
  'PAID',
  'PAID',
  'DEPOSIT',
  'DEPOSIT',
  'CANCELED',
  'UNMATCHED_DEPOSIT',
];

/** Seeds two weeks of payment notifications of one store; the newest one or two are unconfirmed. */
export async function seedNotifications(tx: Tx, { productId, storeId, now, random }: Place): Promise<void> {
  const rows = [];
  let at = now.getTime() - random.int(4, 40) * MINUTE_MS;
  for (let number = 0; number < 60; number += 1) {
    const kind = random.pick(KINDS);
    const amount = random.int(2, 16) * 5000;
    const waits = number < 2 && random.next() < 0.7 && !isRoutineKind(kind);
    const confirmedAt = waits ? null : new Date(at + random.int(1, 30) * MINUTE_MS);
    rows.push({
      product_id: productId,
      store_id: storeId,
      id: uuidv7({ msecs: at }),
      kind,
      reservation_id: null,
      amount,
      text: textOf(kind, random.pick(GUESTS), amount),
      created_at: new Date(at),
      confirmed_at: confirmedAt && confirmedAt > now ? now : confirmedAt,
      confirmed_by: null,
    });
    at -= random.int(90, 520) * MINUTE_MS;
  }
  await tx.insertInto('notifications').values(rows).execute();
}

/** Adds a payment at a random store every few minutes, as a provider would report it. */
export function letPaymentsArrive(db: Database, log: FastifyBaseLogger): () => void {
  let timer: NodeJS.Timeout;
  let isEnded = false;
  const random = seededRandom(Date.now());
  const again = () => {
    if (isEnded) return;
    timer = setTimeout(
      () => {
        arrive(db, random)
          .catch((error: unknown) => log.warn({ err: error }, 'a payment of the demo could not come in'))
          .finally(again);
      },
      random.int(120, 300) * 1000,
    );
  };
  again();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

async function arrive(db: Database, random: SeededRandom): Promise<void> {
  const { productId, storeId } = random.pick(await listStoreKeys(db));
  const kind = random.pick(KINDS);
  const amount = random.int(2, 16) * 5000;
  const text = textOf(kind, random.pick(GUESTS), amount);
  await db.withActor(storeActor(productId, storeId), (tx) =>
    addNotification(tx, {
      productId,
      storeId,
      kind,
      reservationId: null,
      amount,
      text,
      at: new Date(),
      isRoutine: isRoutineKind(kind),
    }),
  );
}

function textOf(kind: NotificationKind, name: string, amount: number): string {
  const guest = maskName(name);
  const won = `${amount.toLocaleString('ko-KR')}원`;
  switch (kind) {
    case 'PAID':
      return `${guest} 님이 카드로 ${won}을 결제했습니다`;
    case 'DEPOSIT':
      return `${guest} 이름으로 ${won}이 입금되었습니다`;
    case 'UNMATCHED_DEPOSIT':
      return `${guest} 이름의 입금 ${won}과 맞는 예약이 없습니다`;
    case 'CANCELED':
      return `${guest} 님의 결제 ${won}이 취소되었습니다`;
    case 'REFUND_FAILED':
      return `${guest} 님에게 ${won}을 환불하지 못했습니다`;
    case 'REFUND_OWED':
      return `${guest} 님에게 ${won}을 환불해야 합니다. 결제사가 보내지 않으므로 직접 처리해 주세요`;
    case 'WEBHOOK_REJECTED':
      return `확인되지 않은 결제 알림 ${won}을 거절했습니다`;
    case 'CODE_FLOOD':
      return '입력되지 않는 인증번호 요청이 몰리고 있습니다';
  }
}
