// @sweep 1/12 (decision 086)
import { afterAll, describe, expect, it } from 'vitest';
import { SEALED_TABLES } from '../../app.ts';
import { storeActor } from '../../db/index.ts';
import { openDepositDesk } from '../../testing/desks/deposit-desk.ts';
import { fakeClock, startTestServer, until, type TestServer } from '../../testing/index.ts';
import { rotateKeys } from '../personal-data/index.ts';

const [OLD, NEW] = ['the-key-before-of-these-tests-00000000000', 'the-newest-key-of-these-tests-00000000000'] as const;
/** The time of the texts of the bank. */
const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));

describe('texts about deposits after a change of the key of personal data (PD-3, PY-3)', () => {
  let first: TestServer;
  let last: TestServer;
  afterAll(async () => {
    await last.close();
    await first.close();
  });

  it('are known when a phone repeats them without the key before', async () => {
    first = await startTestServer({ clock, config: { personalDataKeys: [OLD] } });
    const desk = await openDepositDesk(first);
    const texts = [5000, 7777, 7777].map((amount, index) =>
      desk.text({ name: ['선우용', '남궁연', '황보라'][index] ?? '', amount, balance: null }),
    );
    for (const text of texts) await desk.relay(text);
    await first.app.close();
    const both = await startTestServer({ beside: first, config: { personalDataKeys: [NEW, OLD] } });
    await rotateKeys({ db: both.app.db, clock, tables: SEALED_TABLES }, () => undefined);
    await both.close();
    last = await startTestServer({ beside: first, config: { personalDataKeys: [NEW] } });
    const another = desk.text({ name: '제갈공명', amount: 7777, balance: null });
    for (const text of [...texts, another]) {
      const sent = await desk.send(text, { call: (token) => last.caller(token) });
      expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    }
    const outcomes = await until('every text is processed', async () => {
      const rows = await last.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
        tx.selectFrom('deposit_messages').select('outcome').orderBy('id').execute(),
      );
      return rows.length === 7 && rows.every(({ outcome }) => outcome !== null) && rows;
    });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['NEW', 'NEW', 'NEW', 'SAME', 'SAME', 'SAME', 'NEW']);
  });
});
