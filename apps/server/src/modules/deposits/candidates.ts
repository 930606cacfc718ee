import type { DepositCandidate, DepositWithheld, ReservationState } from '@munjigi/contract';
import {
  candidatesFor,
  certainMatch,
  maskName,
  phoneDigits,
  type MatchCandidate,
  type PayableReservation,
} from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import { coveredAmountOf } from '../reservations/index.ts';
import type { DepositRow } from './deposit-row.ts';
import { findPayable, MOST_PAYABLE, type PayableRow } from './deposits.sql.ts';

const LAST_FOUR = 4;
const OVER: ReadonlySet<string> = new Set<ReservationState>(['CANCELLED', 'EXPIRED']);

export interface DepositCandidates {
  readonly candidates: readonly MatchCandidate[];
  readonly rows: ReadonlyMap<string, PayableRow>;
  /** The reservation that the deposit certainly pays, or the reasons against an automatic match. */
  readonly outcome: { readonly reservationId: string } | { readonly withheld: readonly DepositWithheld[] };
}

/** Finds the reservations of the store that a readable deposit may pay, as they are now. */
export async function findDepositCandidates(tx: Tx, row: DepositRow): Promise<DepositCandidates> {
  if (row.kind !== 'DEPOSIT' || row.amount === null)
    return { candidates: [], rows: new Map(), outcome: { withheld: row.kind === 'TAKEN_BACK' ? ['TAKEN_BACK'] : [] } };
  const rows = await findPayable(tx, row.store_id, row.at);
  const facts = {
    amount: row.amount,
    isAmountClear: row.is_amount_clear,
    depositorName: row.depositor_name,
    at: row.at,
  };
  const candidates = candidatesFor(facts, rows.map(payable));
  const outcome =
    rows.length > MOST_PAYABLE ? ({ withheld: ['TOO_MANY_RESERVATIONS'] } as const) : certainMatch(facts, candidates);
  return { candidates, rows: new Map(rows.map((row) => [row.id, row])), outcome };
}

function payable(row: PayableRow): PayableReservation {
  return {
    id: row.id,
    code: row.code,
    guestName: row.guest_name || null,
    phoneEnd: phoneDigits(row.guest_phone).slice(-LAST_FOUR) || null,
    dueAmount: row.price_amount - coveredAmountOf(row),
    createdAt: row.created_at,
    isHeld: row.state === 'PENDING',
    isOver: OVER.has(row.state),
  };
}

const MOST_SHOWN = 10;

export function toDepositCandidates({ candidates, rows }: DepositCandidates): DepositCandidate[] {
  return candidates.slice(0, MOST_SHOWN).flatMap(({ reservationId, score, reasons }) => {
    const row = rows.get(reservationId);
    if (!row) return [];
    return [
      {
        reservationId,
        code: row.code,
        roomName: row.room_name,
        state: row.state,
        startsAt: row.starts_at.toISOString(),
        endsAt: row.ends_at.toISOString(),
        guestName: maskName(row.guest_name),
        priceAmount: row.price_amount,
        dueAmount: row.price_amount - coveredAmountOf(row),
        score,
        reasons: [...reasons],
        isPayable: !OVER.has(row.state),
      },
    ];
  });
}
