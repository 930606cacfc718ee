import type { CommandStep } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/index.ts';
import type { SeededRandom } from '../random.ts';

interface Place {
  readonly productId: string;
  readonly storeId: string;
  readonly now: Date;
  readonly random: SeededRandom;
}

const DAY_MS = 24 * 3600_000;
const DAYS = 90;
const PEOPLE = ['박점주', '이부장', '정상담'] as const;
/** Hours of openings: more in the evening and at the weekend. */
const HOURS = [11, 13, 14, 15, 16, 17, 18, 18, 19, 19, 20, 20, 21, 21, 22, 23] as const;

/** Seeds ninety days of door history of a store: remote openings, and sometimes a lock that did not answer. */
export async function seedHistory(tx: Tx, { productId, storeId, now, random }: Place): Promise<void> {
  if (
    await tx
      .selectFrom('device_history')
      .select('id')
      .where('requested_at', '<', new Date(now.getTime() - DAY_MS))
      .limit(1)
      .executeTakeFirst()
  )
    return;
  const doors = await tx.selectFrom('doors').select(['id', 'link_id', 'room_id']).execute();
  const people = new Map(
    (
      await tx
        .selectFrom('users')
        .select(['id', 'name'])
        .where('product_id', '=', productId)
        .where('name', 'in', [...PEOPLE])
        .execute()
    ).map(({ id, name }) => [name, id]),
  );
  const rows: Row[] = [];
  for (let day = DAYS; day >= 1; day -= 1) {
    const midnight = new Date(now.getTime() - day * DAY_MS);
    midnight.setUTCHours(-9, 0, 0, 0); // Midnight in Seoul.
    const isWeekend = [0, 6].includes(new Date(midnight.getTime() + 9 * 3600_000).getUTCDay());
    for (const door of doors) {
      for (let times = random.int(0, isWeekend ? 2 : 1); times > 0; times -= 1) {
        const at = new Date(
          midnight.getTime() + random.pick(HOURS) * 3600_000 + random.int(0, 3599) * 1000 + random.int(0, 999),
        );
        if (at < new Date(now.getTime() - 3600_000))
          rows.push(commandRow({ productId, storeId, door, at, random, people }));
      }
    }
  }
  for (let from = 0; from < rows.length; from += 500) {
    const some = rows.slice(from, from + 500);
    await tx.insertInto('device_history').values(some).execute();
    await tx.insertInto('device_history_steps').values(some.flatMap(stepsOf)).execute();
  }
}

type Row = ReturnType<typeof commandRow>;

/** The steps that the server writes for such a command. */
function stepsOf({ product_id, store_id, id, requested_at, sent_at, finished_at, status }: Row) {
  const step = (at: Date, name: CommandStep['step'], note: string | null = null) => ({
    product_id,
    store_id,
    id: uuidv7({ msecs: at.getTime() }),
    command_id: id,
    at,
    step: name,
    note,
  });
  const word = { EXECUTED: 'UNLOCKED', FAILED: 'JAMMED', TIMED_OUT: null, REJECTED_OFFLINE: null }[status];
  return [
    step(requested_at, 'QUEUED'),
    ...(sent_at === null ? [] : [step(sent_at, 'SENT')]),
    step(finished_at, status, word),
  ];
}

interface Door {
  readonly id: string;
  readonly link_id: string;
  readonly room_id: string | null;
}

interface NewCommand {
  readonly productId: string;
  readonly storeId: string;
  readonly door: Door;
  readonly at: Date;
  readonly random: SeededRandom;
  readonly people: ReadonlyMap<string, string>;
}

function commandRow({ productId, storeId, door, at, random, people }: NewCommand) {
  const end =
    random.next() < 0.97 ? ('EXECUTED' as const) : random.pick(['TIMED_OUT', 'REJECTED_OFFLINE', 'FAILED'] as const);
  const latencyMs =
    end === 'EXECUTED'
      ? random.int(180, 1400)
      : end === 'TIMED_OUT'
        ? 10_000
        : end === 'FAILED'
          ? random.int(300, 900)
          : 3;
  const wasSent = end !== 'REJECTED_OFFLINE';
  const answered = end === 'EXECUTED' || end === 'FAILED';
  const error = (
    { EXECUTED: null, TIMED_OUT: 'NO_ANSWER', REJECTED_OFFLINE: 'DEVICE_OFFLINE', FAILED: 'JAMMED' } as const
  )[end];
  const finishedAt = new Date(at.getTime() + latencyMs);
  const name = random.pick(PEOPLE);
  return {
    product_id: productId,
    store_id: storeId,
    id: uuidv7({ msecs: at.getTime() }),
    link_id: door.link_id,
    target_kind: 'DOOR' as const,
    target_id: door.id,
    room_id: door.room_id,
    action: 'OPEN' as const,
    status: end,
    cause_kind: 'PERSON' as const,
    cause_id: people.get(name) ?? null,
    cause_label: name,
    source: 'REMOTE' as const,
    reason:
      random.next() < 0.3
        ? random.pick(['손님 비밀번호 분실', '청소', '예약 시간 전 입장 요청', '물건 두고 감'])
        : null,
    request_key: null,
    requested_at: at,
    expires_at: new Date(at.getTime() + 10_000),
    sent_at: wasSent ? new Date(at.getTime() + 4) : null,
    deadline_at: null,
    state_when_sent: wasSent ? 'LOCKED' : null,
    has_answered: answered,
    acknowledged_at: answered ? finishedAt : null,
    finished_at: finishedAt,
    latency_ms: latencyMs,
    error_code: error,
    error_message:
      error === null
        ? null
        : ({
            NO_ANSWER: 'The lock did not answer in time',
            DEVICE_OFFLINE: 'The lock is offline',
            JAMMED: 'The lock is jammed',
          }[error] ?? error),
  };
}
