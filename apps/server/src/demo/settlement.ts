import { addDays } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/index.ts';
import type { Person, UnitOfWork } from '../http/index.ts';
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
} from '../modules/settlement/index.ts';

interface Place {
  readonly productId: string;
  readonly storeId: string;
  readonly now: Date;
}

const MOST_PERIODS = 12;

/**
 * Seeds the terms of a store since its first sale, closes all past months, and pays all but the last of them. It calls
 * the use cases of the product with a clock set to the day on which a person would have done so. A closed month is not
 * closed again.
 */
export async function seedSettlement(db: Database, { productId, storeId, now }: Place): Promise<void> {
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
  await work((tx) => seedParties({ tx, clock: clockAt(now), actor }, storeId));
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
    // The second of the next month in the morning.
    const at = open === null ? now : new Date(`${addDays(open.ends_on, 2)}T01:00:00Z`);
    if (open === null || at >= now) return;
    const clock = clockAt(at);
    const transferred = await work((tx) => transfers(tx, storeId, open.starts_on, open.ends_on));
    const { payOn } = await work(async (tx) => {
      const draft =
        transferred > 0
          ? await addAdjustment({ tx, clock, actor }, open.id, {
              datedOn: open.ends_on,
              amount: transferred,
              reason: '본사 계좌로 들어온 계좌이체',
            })
          : null;
      return closeStatement({ tx, clock, actor }, open.id, { payoutAmount: draft?.figures.payoutAmount ?? 0 });
    });
    if (addDays(open.ends_on, 40) < now.toISOString()) {
      await work((tx) =>
        recordPayout({ tx, clock: clockAt(new Date(`${payOn}T02:00:00Z`)), actor }, open.id, {
          paidOn: payOn,
          reference: `기업은행 이체 ${open.ends_on.slice(0, 7)}`,
        }),
      );
    }
  }
}

/** Enters who issues statements and tax invoices, and who gets the payouts of the store. */
async function seedParties(work: UnitOfWork, storeId: string): Promise<void> {
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
      representative: '이점주',
      bank: '국민은행',
      accountNumber: '123456-01-234567',
      accountHolder: '이점주',
    });
}

/** The amount in won that guests of the demo transferred to head office's account, which head office owes the store. */
async function transfers(tx: Tx, storeId: string, from: string, to: string): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ amount: number }>`
    select coalesce(sum(net.amount), 0)::bigint as amount
    from (select gross_amount - refund_amount as amount from sales_hours where store_id = ${storeId} and method = 'TRANSFER' and business_date between ${from}::date and ${to}::date) net`.execute(
    tx,
  );
  return row?.amount ?? 0;
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
