import { describe, expect, it } from 'vitest';
import { composeGoogleLink, composeOutlookLink, composePhoneLink } from './calendar-links.ts';

const STAY = {
  title: '강남점 · 3번 룸 & 라운지',
  details: '예약번호 K7QX\n문의 02-1234-5678',
  location: '서울 강남구 테헤란로 1, 2층',
  // Over midnight and 29 February in Seoul.
  startsAt: '2028-02-29T13:00:00.000Z',
  endsAt: '2028-02-29T16:00:00+00:00',
};

describe('links to calendars (MS-24)', () => {
  it('of Google have both instants in UTC, and the words as they are', () => {
    const link = new URL(composeGoogleLink(STAY));
    expect(Object.fromEntries(link.searchParams)).toEqual({
      action: 'TEMPLATE',
      text: STAY.title,
      dates: '20280229T130000Z/20280229T160000Z',
      details: STAY.details,
      location: STAY.location,
    });
  });

  it('of Outlook have no plus signs, as its own form has none', () => {
    const link = composeOutlookLink(STAY);
    expect(link).not.toContain('+');
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
      subject: STAY.title,
      startdt: '2028-02-29T13:00:00.000Z',
      enddt: '2028-02-29T16:00:00.000Z',
      body: STAY.details,
    });
  });

  it('of the phone leave the browser inside KakaoTalk, and no other one', () => {
    const page = 'https://office.example/g/mjg_abc';
    expect(composePhoneLink(page, 'Mozilla/5.0 (iPhone) Safari/604.1')).toBe(`${page}/stay.ics`);
    expect(composePhoneLink(page, 'Mozilla/5.0 (Linux; Android 15) KAKAOTALK 11.0.0')).toBe(
      `kakaotalk://web/openExternal?url=${encodeURIComponent(`${page}/stay.ics`)}`,
    );
  });
});
