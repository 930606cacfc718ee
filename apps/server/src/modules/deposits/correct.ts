import type { BodyOf, correctDeposit, DepositRule, ReplyOf } from '@munjigi/contract';
import { invalidInput, type UnitOfWork } from '../../http/index.ts';
import { decideDeposit } from './decide.ts';
import { toDeposit, type DepositRow } from './deposit-row.ts';
import { acquireDepositsLock, changeDeposit, readDeposit } from './deposits.sql.ts';
import { completeDecision, isOpen, notAllowed, selectAsSeen } from './match-decisions.ts';
import { keepRule } from './message-rules.ts';

type Correction = BodyOf<typeof correctDeposit>;

/**
 * Corrects what the server read from a bank's text, and decides about the deposit again (PY-3). A withdrawal is put
 * aside. Lock order: the store's deposits, as the job does, then the deposit and its notifications.
 */
export async function correctReading(
  work: UnitOfWork,
  depositId: string,
  body: Correction,
): Promise<ReplyOf<typeof correctDeposit>> {
  const { tx, clock, actor } = work;
  await acquireDepositsLock(tx, (await readDeposit(tx, depositId)).store_id);
  const { row, notifications } = await selectAsSeen(tx, depositId, body);
  if (!isOpen(row)) throw notAllowed(row);
  const amount = amountOf(row, body);
  const rule = body.remember ? await keepShape(work, row, body) : null;
  const detail = { kind: body.kind, amount, isRemembered: rule !== null };
  if (body.kind === 'WITHDRAWAL') {
    const settled = { settled_at: clock.now(), settled_by: actor.userId, settled_by_name: actor.name, note: null };
    const after = changeDeposit(tx, row, { state: 'IGNORED', ...settled });
    return { ...(await completeDecision(work, { after, notifications }, 'deposit.corrected', detail)), rule };
  }
  const after = changeDeposit(tx, row, {
    state: 'UNMATCHED',
    kind: body.kind,
    amount,
    is_amount_clear: true,
    depositor_name: body.depositorName,
    fault: null,
    withheld: [],
  });
  await completeDecision(work, { after, notifications }, 'deposit.corrected', detail);
  await decideDeposit(tx, clock, after);
  return { ...toDeposit(await readDeposit(tx, depositId)), rule };
}

/** The amount after the correction. What the bank said clearly stays. */
function amountOf(row: DepositRow, { kind, amount }: Correction): number | null {
  const said = row.is_amount_clear ? row.amount : null;
  if (said !== null && amount !== undefined && amount !== said)
    throw invalidInput([{ path: 'amount', code: 'said_by_bank', message: 'The bank’s text says another amount' }]);
  const corrected = said ?? amount ?? row.amount;
  if (corrected === null && kind !== 'WITHDRAWAL')
    throw invalidInput([{ path: 'amount', code: 'required', message: 'The text has no clear amount' }]);
  return corrected;
}

/** Keeps the shape of a text; a line of a file has none. */
async function keepShape(
  work: UnitOfWork,
  row: DepositRow,
  { kind, depositorName }: Correction,
): Promise<DepositRule | null> {
  if (row.sources.every((source) => source === 'CSV') || row.fault === 'ENCODING_LOST') return null;
  const { time_zone: timeZone } = await work.tx
    .selectFrom('stores')
    .select('time_zone')
    .where('id', '=', row.store_id)
    .executeTakeFirstOrThrow();
  return keepRule(work, row, { kind, depositorName, timeZone });
}
