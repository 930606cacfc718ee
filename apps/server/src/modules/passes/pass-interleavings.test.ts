// @sweep 1/8 (decision 086)
import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPayingDesk, type PayingDesk } from '../../testing/desks/paying-desk.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { fakeClock, HOUR_MS, itemsOf, startTestServer, type Answer, type TestServer } from '../../testing/index.ts';

/** Number of random lives; `MONEY_RUNS` sets another one, a fifth of which run here. */
const RUNS = Math.max(4, Math.round(Number(process.env['MONEY_RUNS'] ?? 40) / 5));
const DAY_MS = 24 * HOUR_MS;

type Act =
  | {
      readonly kind: 'SELL';
      readonly isCredit: boolean;
      readonly price: number;
      readonly units: number;
      readonly days: number;
    }
  | { readonly kind: 'STAY' }
  | { readonly kind: 'USE' | 'USE_TWICE'; readonly stay: number; readonly pass: number }
  | { readonly kind: 'CANCEL'; readonly stay: number; readonly percent: number }
  | { readonly kind: 'RETURN'; readonly stay: number; readonly part: number; readonly isStillDue: boolean }
  | { readonly kind: 'REVERSE'; readonly stay: number }
  | {
      readonly kind: 'REFUND_PASS' | 'USE_AND_REFUND';
      readonly stay: number;
      readonly pass: number;
      readonly part: number;
    }
  | { readonly kind: 'REVERSE_SALE'; readonly pass: number }
  | { readonly kind: 'WAIT'; readonly hours: number };

const stay = fc.nat(20);
const pass = fc.nat(10);
const part = fc.constantFrom(0.1, 0.33, 0.5, 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('SELL' as const),
      isCredit: fc.boolean(),
      price: fc.integer({ min: 1, max: 90_000 }),
      units: fc.integer({ min: 60, max: 900 }),
      days: fc.constantFrom(1, 30),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('STAY' as const) }) },
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('USE' as const), stay, pass }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('USE_TWICE' as const), stay, pass }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('CANCEL' as const), stay, percent: fc.constantFrom(0, 33, 50, 100) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('RETURN' as const), stay, part, isStillDue: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('REVERSE' as const), stay }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('REFUND_PASS' as const), stay, pass, part }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('USE_AND_REFUND' as const), stay, pass, part }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('REVERSE_SALE' as const), pass }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('WAIT' as const), hours: fc.constantFrom(1, 26) }) },
);

interface SoldPass {
  readonly id: string;
  readonly paymentId: string;
}

describe('the money of passes in random interleavings (PS-6)', () => {
  const clock = fakeClock(new Date('2027-04-02T03:00:00Z'));
  let server: TestServer;
  let desk: PayingDesk;
  let lives = 0;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openPayingDesk(server, { rooms: 30 });
  });
  afterAll(async () => {
    expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
    await server.close();
    await Promise.all([desk.toss.close(), desk.portone.close()]);
  });

  const slug = () => `/${desk.shop.slug}`;
  const post = (path: string, body: Readonly<Record<string, unknown>>) =>
    desk.admin.call('POST', `${slug()}${path}`, body, { 'idempotency-key': uuidv7() });

  /** One life: a guest with passes and stays. Refusals are part of it; a 5xx is not. */
  class Life {
    readonly #phone: string;
    readonly passes: SoldPass[] = [];
    readonly stays: Answer['body'][] = [];
    constructor(phone: string) {
      this.#phone = phone;
    }

    async do(step: Act): Promise<void> {
      const answers = await this.#run(step);
      for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(500);
    }

    async #run(step: Act): Promise<Answer[]> {
      switch (step.kind) {
        case 'SELL':
          return this.#sell(step);
        case 'STAY':
          this.stays.push(await desk.held({ guestPhone: this.#phone }));
          return [];
        case 'USE':
          return [await this.#use(step)];
        case 'USE_TWICE':
          return Promise.all([this.#use(step), this.#use({ ...step, stay: step.stay + 1 })]);
        case 'CANCEL':
          return this.#ofStay(step.stay, async (of) => [
            await desk.verb(await desk.read(of), 'cancel', { refundPercent: step.percent }),
          ]);
        case 'RETURN':
          return this.#ofStay(step.stay, async (of) => this.#return(of, step));
        case 'REVERSE':
          return this.#ofStay(step.stay, async (of) => this.#reverse(of));
        case 'REFUND_PASS':
          return [await this.#refundPass(step)];
        case 'USE_AND_REFUND':
          return Promise.all([this.#use(step), this.#refundPass(step)]);
        case 'REVERSE_SALE': {
          const { id, version } = await desk.read1({ id: this.#pass(step.pass)?.paymentId ?? '' });
          return [await post(`/payment/${id}/reverse`, { version, reason: '잘못 판매' })];
        }
        case 'WAIT':
          clock.advance(step.hours * HOUR_MS);
          return [];
      }
    }

    #pass(which: number): SoldPass | undefined {
      return this.passes[which % Math.max(1, this.passes.length)];
    }

    #ofStay(which: number, run: (of: Answer['body']) => Promise<Answer[]>): Promise<Answer[]> {
      const of = this.stays[which % Math.max(1, this.stays.length)];
      return of ? run(of) : Promise.resolve([]);
    }

    async #sell({ isCredit, price, units, days }: Act & { kind: 'SELL' }): Promise<Answer[]> {
      const offer = await post('/pass-offer', {
        storeId: desk.storeId,
        name: 'life',
        unit: isCredit ? 'WON' : 'MINUTES',
        units: isCredit ? price + units : units,
        priceAmount: price,
        validDays: days,
        roomIds: [],
      });
      const sold = await post('/pass', {
        offerId: offer.body['id'],
        guestName: '단골',
        guestPhone: this.#phone,
        method: 'CASH',
      });
      expect(sold.status, JSON.stringify(sold.body)).toBe(200);
      this.passes.push({ id: String(sold.body['id']), paymentId: String(sold.body['paymentId']) });
      return [];
    }

    async #use({ stay: which, pass: ofPass }: { stay: number; pass: number }): Promise<Answer> {
      const of = this.stays[which % Math.max(1, this.stays.length)];
      const passId = this.#pass(ofPass)?.id;
      const path = `/reservation/${of?.['id'] ?? uuidv7()}/pass`;
      const { body } = await desk.admin.call('GET', `${slug()}${path}`);
      const shown = (
        body['passes'] as unknown as
          | { id: string; payment: { units: number; coveredAmount: number } | null }[]
          | undefined
      )?.find(({ id }) => id === passId);
      return post(path, {
        passId: passId ?? uuidv7(),
        expectedUnits: shown?.payment?.units ?? 1,
        expectedCoveredAmount: shown?.payment?.coveredAmount ?? 1,
      });
    }

    async #payments(of: Answer['body']) {
      const list = await desk.admin.call('GET', desk.url(`?reservationId=${String(of['id'])}&limit=50`));
      return itemsOf(list.body).filter(({ method }) => method === 'PASS');
    }

    async #return(of: Answer['body'], { part: share, isStillDue }: { part: number; isStillDue: boolean }) {
      const [payment] = await this.#payments(of);
      if (!payment) return [];
      const left = Number(payment['amount']) - Number(payment['refundedAmount']);
      const amount = Math.max(1, Math.floor(left * share));
      return [
        await post(`/payment/${String(payment['id'])}/refund`, {
          version: payment['version'],
          amount,
          reason: '환불',
          isStillDue,
        }),
      ];
    }

    async #reverse(of: Answer['body']) {
      const [payment] = await this.#payments(of);
      if (!payment) return [];
      return [
        await post(`/payment/${String(payment['id'])}/reverse`, { version: payment['version'], reason: '잘못 결제' }),
      ];
    }

    async #refundPass({ pass: which, part: share }: { pass: number; part: number }): Promise<Answer> {
      const sold = this.#pass(which);
      const shown = await desk.admin.call('GET', `${slug()}/pass/${sold?.id ?? uuidv7()}`);
      const amount = Math.max(1, Math.floor(Number(shown.body['leftAmount'] ?? 1) * share));
      const { id, version } = await desk.read1({ id: sold?.paymentId ?? '' });
      return post(`/payment/${id}/refund`, { version, amount, reason: '환불' });
    }

    /** What is wrong, without code of the product: the ledger, the payments and what the pages say. */
    async findFaults(): Promise<string[]> {
      const faults: string[] = [];
      for (const sold of this.passes) {
        const { body } = await desk.admin.call('GET', `${slug()}/pass/${sold.id}`);
        const [row] = await server.withActor(desk.admin.actor, async (tx) => {
          const { rows } = await sql<{ owed: number; price: number; used: number; returned: number; units: number }>`
            select -coalesce((select sum(e.amount) from ledger_transactions t
                join ledger_entries e on e.store_id = t.store_id and e.transaction_id = t.id
                where e.account = 'PREPAID_PASSES' and (t.payment_id = s.payment_id
                  or t.payment_id in (select x.id from pass_uses x where x.store_id = s.store_id and x.pass_id = s.id))), 0)::bigint as owed,
              o.price_amount as price, o.units,
              (select coalesce(sum(p.amount - p.refunded_amount) filter (where p.reversed_at is null), 0)::bigint
                from pass_uses x join payments p on p.store_id = x.store_id and p.id = x.id
                where x.store_id = s.store_id and x.pass_id = s.id) as used,
              (select case when p.reversed_at is null then p.refunded_amount else p.amount end from payments p
                where p.store_id = s.store_id and p.id = s.payment_id) as returned
            from passes s join pass_offers o on o.store_id = s.store_id and o.id = s.offer_id
            where s.id = ${sold.id}`.execute(tx);
          return rows;
        });
        if (!row) faults.push('a pass is lost');
        else {
          const left = row.price - row.used - row.returned;
          if (row.owed !== left) faults.push(`the ledger owes ${row.owed}, and ${left} are left`);
          if (left < 0) faults.push(`${-left} more were used or returned than paid`);
          if ((body['leftAmount'] as unknown) !== left)
            faults.push(`the page says ${String(body['leftAmount'])} of ${left}`);
          const units = Number(body['leftUnits']);
          if (units < 0 || units > row.units || ((left === 0) !== (units === 0) && left === 0))
            faults.push(`${units} units are left of ${row.units}, worth ${left}`);
        }
      }
      for (const of of this.stays) {
        const now = await desk.read(of);
        const [price, paid, waived] = ['priceAmount', 'paidAmount', 'waivedAmount'].map((name) => Number(now[name]));
        if ((paid ?? 0) + (waived ?? 0) > (price ?? 0))
          faults.push(`${String(of['code'])} has ${paid} and ${waived} of ${price}`);
      }
      return faults;
    }
  }

  it(
    'owes exactly what is left of each pass, and covers no stay beyond its price',
    { timeout: 60_000 + RUNS * 20_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
          lives += 1;
          const life = new Life(
            `010-${String(3000 + Math.floor(lives / 10_000))}-${String(lives % 10_000).padStart(4, '0')}`,
          );
          await life.do({ kind: 'SELL', isCredit: lives % 2 === 0, price: 60_000, units: 600, days: 30 });
          await life.do({ kind: 'STAY' });
          for (const step of acts) await life.do(step);
          expect(await life.findFaults()).toEqual([]);
          clock.advance(DAY_MS);
        }),
        { numRuns: RUNS },
      );
      expect(await server.withActor(desk.admin.actor, ledgerFaults)).toEqual([]);
    },
  );
});
