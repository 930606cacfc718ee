import { addDays } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/index.ts';
import type { Person, UnitOfWork } from '../../http/index.ts';
import {
  addAdjustment,
  closeStatement,
  recordPayout,
  readOpenSettlement,
  readPayee,
  readSupplier,
  savePayee,
  saveSettlementTerms,
  setSupplier,
  statementOf,
} from '../../modules/settlement/index.ts';

interface Place {
  readonly productId: string;
  readonly storeId: string;
  readonly now: Date;
  /** Whether the payout of the last closed month is left to the visitor of the demo. */
  readonly leavesLastPayout: boolean;
  /** The name of the franchisee. */
  readonly owner: string;
}

const MOST_PERIODS = 12;

/**
 * Seeds the terms of a store since its first sale, closes all past months, and pays those whose pay day has passed. It calls
 * the use cases of the product with a clock set to the day on which a person would have done so. A closed month is not
 * closed again.
 */
export async function seedSettlement(
  db: Database,
  { productId, storeId, now, leavesLastPayout, owner }: Place,
): Promise<void> {
  const actor = headOffice(productId);
  const work = <T>(what: (tx: Tx) => Promise<T>) => db.withActor(actor, what);
  const {
    rows: [sold],
  } = await work((tx) =>
    sql<{
      first: string | null;
    }>`select min(business_date) as first from ledger_transactions where store_id = ${storeId}`.execute(tx),
  );
  if (!sold?.first) return;
  await work((tx) => seedParties({ tx, clock: clockAt(now), actor }, storeId, owner));
  if (!(await work((tx) => readOpenSettlement(tx, storeId)))) {
    const validFrom = `${sold.first.slice(0, -2)}01`;
    const terms = {
      storeId,
      validFrom,
      royaltyRate: 500,
      royaltyBase: 'NET_OF_REFUND',
      royaltyVat: 'EXCLUSIVE',
      cycle: 'MONTHLY',
      payAfterBankDays: 5,
      payee: 'BUSINESS',
    } as const;
    await work((tx) => saveSettlementTerms({ tx, clock: clockAt(now), actor }, terms));
  }
  for (let turn = 0; turn < MOST_PERIODS; turn += 1) {
    const open = await work((tx) => readOpenSettlement(tx, storeId));
    if (open === null) return;
    // The second of the next month in the morning.
    const at = new Date(`${addDays(open.ends_on, 2)}T01:00:00Z`);
    const isOpen = at >= now;
    const clock = clockAt(isOpen ? now : at);
    await work((tx) => creditTransfers({ tx, clock, actor }, storeId, open));
    if (isOpen) return;
    const { payOn } = await work(async (tx) => {
      const { figures } = await statementOf(tx, clock, open.id);
      return closeStatement({ tx, clock, actor }, open.id, { payoutAmount: figures.payoutAmount });
    });
    const paidAt = new Date(`${payOn}T02:00:00Z`);
    const isLast = addDays(open.ends_on, 31) > now.toISOString().slice(0, 10);
    if (paidAt < now && !(isLast && leavesLastPayout)) {
      await work((tx) =>
        recordPayout({ tx, clock: clockAt(paidAt), actor }, open.id, {
          paidOn: payOn,
          reference: `기업은행 이체 ${open.ends_on.slice(0, 7)}`,
        }),
      );
    }
  }
}

/** Enters who issues statements and tax invoices, and who gets the payouts of the store. */
async function seedParties(work: UnitOfWork, storeId: string, owner: string): Promise<void> {
  if ((await readSupplier(work.tx)).supplier === null)
    await setSupplier(work, {
      businessNumber: '120-81-47521',
      name: '주식회사 문지기',
      representative: '김지은',
      address: '서울 중구 세종대로 110',
    });
  if ((await readPayee(work.tx, storeId)) === null)
    await savePayee(work, {
      storeId,
      representative: owner,
      bank: '국민은행',
      accountNumber: '123456-01-234567',
      accountHolder: owner,
    });
}

const TRANSFERS_REASON = '본사 계좌로 들어온 계좌이체';

interface Period {
  readonly id: string;
  readonly starts_on: string;
  readonly ends_on: string;
}

/** Credits what guests of the demo transferred to head office's account in the period and no line credits yet. */
async function creditTransfers(work: UnitOfWork, storeId: string, period: Period): Promise<void> {
  const today = work.clock.now().toISOString().slice(0, 10);
  const until = today < period.ends_on ? today : period.ends_on;
  const {
    rows: [row],
  } = await sql<{ amount: number }>`
    select (select coalesce(sum(gross_amount - refund_amount), 0) from sales_hours
            where store_id = ${storeId} and method = 'TRANSFER'
              and business_date between ${period.starts_on}::date and ${until}::date)::bigint
      - (select coalesce(sum(amount), 0) from settlement_adjustments
         where store_id = ${storeId} and reason = ${TRANSFERS_REASON}
           and dated_on between ${period.starts_on}::date and ${period.ends_on}::date)::bigint as amount`.execute(
    work.tx,
  );
  if (row && row.amount > 0)
    await addAdjustment(work, period.id, { datedOn: until, amount: row.amount, reason: TRANSFERS_REASON });
}

function clockAt(at: Date): { now: () => Date } {
  return { now: () => at };
}

function headOffice(productId: string): Person {
  return {
    kind: 'person',
    userId: productId,
    sessionId: productId,
    name: '정산 담당',
    productId,
    roles: ['ADMIN'],
    storeIds: 'all',
    address: '127.0.0.1',
    email: '',
    productSlug: '',
    locale: 'kr',
    sessionEpoch: 0,
    endsAtMs: 0,
    mustSetSecondFactor: false,
    assignedStoreIds: [],
  };
}
