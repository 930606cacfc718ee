import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  openOnlineDesk,
  startTestServer,
  until,
  type Answer,
  type OnlineDesk,
  type TestServer,
} from '../../../testing/index.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];

describe('terms in two languages (GP-12, BK-6)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let desk: OnlineDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
    desk = await openOnlineDesk(server, clock, { rooms: 10 });
  });
  afterAll(() => server.close());

  let room = 0;
  const form = (change: Readonly<Record<string, unknown>> = {}) =>
    desk.form({ roomId: desk.roomIds[(room += 1)], ...change });
  const book = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    desk.post('/reservation', body, headers);
  /** All guests share one read of the store for a second (BK-2). */
  const setTerms = async (terms: string, termsEn: string) => {
    await desk.setBooking({ terms, termsEn });
    const body = await until('the page shows the terms', async () => {
      const page = (await desk.get()).body;
      return page['terms'] === terms && page['termsEn'] === termsEn && page;
    });
    return { ko: String(body['termsVersion']), en: String(body['termsVersionEn']) };
  };
  const acceptedBy = async (body: Readonly<Record<string, unknown>>) => {
    const booked = await book(body);
    expect(booked.status).toBe(200);
    const token = String(booked.body['path']).slice('/g/'.length);
    return (await server.caller(token)('GET', '/guest/page')).body['acceptedTerms'];
  };

  it('keeps what the guest accepted as their page showed it, after later edits of the store', async () => {
    const versions = await setTerms('금연', 'No smoking');
    expect(versions.ko).not.toBe(versions.en);
    const acceptedAt = clock.now().toISOString();
    const korean = await acceptedBy(await form({ termsVersion: versions.ko }));
    expect(korean).toEqual({ text: '금연', language: 'ko', acceptedAt });
    const english = await form({ termsVersion: versions.en, language: 'en' });
    const booked = await book(english);
    await setTerms('음식물 반입 금지', 'No food');
    const token = String(booked.body['path']).slice('/g/'.length);
    const { body } = await server.caller(token)('GET', '/guest/page');
    expect(body['acceptedTerms']).toEqual({ text: 'No smoking', language: 'en', acceptedAt });
    expect(body).toMatchObject({ bookingTerms: '음식물 반입 금지', bookingTermsEn: 'No food' });
    expect(problem(await book({ ...english, roomId: desk.roomIds[0] }))).toEqual([409, 'STALE']);
  });

  it('keeps the text of the other language where the store wrote one only, and nothing where it wrote none', async () => {
    const korean = await setTerms('금연', '');
    expect(korean.en).toBe(korean.ko);
    expect(await acceptedBy(await form({ language: 'en' }))).toMatchObject({ text: '금연', language: 'ko' });
    const english = await setTerms('', 'No smoking');
    expect(english.en).toBe(english.ko);
    expect(await acceptedBy(await form())).toMatchObject({ text: 'No smoking', language: 'en' });
    await setTerms('', '');
    expect(await acceptedBy(await form())).toBeNull();
  });

  it('answers a stale request with the terms of both languages', async () => {
    const { en } = await setTerms('금연', 'No smoking');
    const body = await form({ termsVersion: en });
    await setTerms('금연', 'No smoking, no food');
    const stale = await book(body);
    expect(problem(stale)).toEqual([409, 'STALE']);
    expect(stale.body['current']).toMatchObject({ terms: '금연', termsEn: 'No smoking, no food' });
  });

  it('returns the same reservation to a repeated request from the page in the other language (BK-7)', async () => {
    const { ko, en } = await setTerms('금연', 'No smoking');
    const body = await form({ termsVersion: ko });
    const key = { 'idempotency-key': 'two-languages' };
    const first = await book(body, key);
    const second = await book({ ...body, termsVersion: en }, key);
    expect([second.status, second.body['reservationId']]).toEqual([200, first.body['reservationId']]);
  });
});
