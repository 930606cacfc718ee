import type { BookingChain, BookingNow, PublishedPolicy } from '@munjigi/contract';
import { describe, expect, it } from 'vitest';
import { formatKm, measureKm } from './distance.ts';
import { describeNow } from './now-text.ts';
import { renderChain, renderMissingChain, renderPolicy } from './render-chain.tsx';

const ATTACK = `"><script>alert('x')</script>`;
const STORE: BookingChain['stores'][number] = {
  id: 's1',
  name: '강남점',
  address: '서울 강남구 1',
  addressEn: '1 Gangnam-gu',
  phone: '02-555-0152',
  timeZone: 'Asia/Seoul',
  location: { latitude: 37.5, longitude: 127.03 },
  photoId: 'f1',
  minMinutes: 60,
};
const CHAIN: BookingChain = {
  product: { slug: 'playroom', name: '플레이룸' },
  hasPrivacyPolicy: true,
  canFindBookings: true,
  stores: [STORE],
};
const POLICY: PublishedPolicy = {
  product: CHAIN.product,
  chainName: '주식회사 본사',
  keptMonths: 60,
  version: 2,
  versions: [
    { version: 2, effectiveOn: '2026-12-01' },
    { version: 1, effectiveOn: '2026-01-01' },
  ],
  effectiveOn: '2026-12-01',
  officerName: '박보호',
  officerContact: '02-1',
  processors: [
    { name: '결제사', task: '결제', country: '' },
    { name: 'Cloud', task: 'Hosting', country: 'USA' },
  ],
  body: '{{chain}} {{unknown}}\n# 보유\n{{months}}개월\n\n{{processors}}\n{{officerName}} {{officerContact}}',
  bodyEn: '',
};

describe('the page of a chain (SE-5)', () => {
  it('links to each store with its phone, place and photo, in both languages', () => {
    const { title, html } = renderChain(CHAIN, 'kr');
    expect(title).toBe('플레이룸 예약');
    for (const part of ['href="/b/playroom/s1"', 'href="tel:025550152"', 'photo/f1?size=small', 'data-latitude="37.5"'])
      expect(html).toContain(part);
    expect(html).toContain('href="/b/playroom/privacy?lng=kr"');
    const english = renderChain(CHAIN, 'en').html;
    expect(english).toContain('1 Gangnam-gu');
    expect(english).toContain('1 store<');
    expect(english).toContain('href="/b/playroom?lng=kr"');
  });

  it('leads to the own bookings at all stores, where a code can be sent (RG-9)', () => {
    expect(renderChain(CHAIN, 'kr').html).toContain('href="/b/playroom/s1#find"');
    expect(renderChain({ ...CHAIN, canFindBookings: false }, 'kr').html).not.toContain('#find');
  });

  it('escapes what a store wrote, and leaves out what it did not write', () => {
    const { html } = renderChain(
      { ...CHAIN, stores: [{ ...STORE, name: ATTACK, phone: '', location: null, photoId: null }] },
      'kr',
    );
    expect(html).not.toContain('<script>');
    for (const part of ['tel:', 'data-latitude', '<img']) expect(html).not.toContain(part);
    expect(renderMissingChain('chain', 'en').title).toBe('No store takes online bookings here');
  });

  it.each([
    [{ latitude: 37.5, longitude: 127.03 }, { latitude: 37.5, longitude: 127.03 }, '0.0'],
    // Seoul and Busan are 325 km apart.
    [{ latitude: 37.5665, longitude: 126.978 }, { latitude: 35.1796, longitude: 129.0756 }, '325'],
    [{ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 }, '22'],
    [{ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 }, '20015'],
  ])('measures the distance from %j to %j', (from, to, km) => {
    expect(formatKm(measureKm(from, to))).toBe(km);
  });

  it('says what is free now, or from when on, also tomorrow', () => {
    const texts = { free: 'now', next: 'from %', tomorrow: 'tomorrow %', none: 'none' };
    const say = (now: object) => describeNow(now as BookingNow, { texts, language: 'kr', zone: 'Asia/Seoul' });
    const today = '2026-11-25';
    const next = (date: string) => [{ date, startsAt: '2026-11-25T15:30:00Z', endsAt: '', amounts: [] }];
    expect(say({ rooms: [{ stay: {} }], next: [], today })).toBe('now');
    expect(say({ rooms: [{ stay: null }], next: next(today), today })).toBe('from 00:30');
    expect(say({ rooms: [], next: next('2026-11-26'), today })).toBe('tomorrow 00:30');
    expect(say({ rooms: [], next: [], today })).toBe('none');
  });
});

describe('the page of a privacy policy (SE-3)', () => {
  it('fills the variables, shows headings, and names where data goes', () => {
    const { html } = renderPolicy(POLICY, 'kr');
    expect(html).toContain('주식회사 본사 {{unknown}}');
    expect(html).toContain('<h2>보유</h2><p>60개월</p>');
    expect(html).toContain('- 결제사: 결제\n- Cloud: Hosting (국외 이전: USA)\n박보호 02-1');
    expect(html).toContain('version=1');
    expect(html).not.toContain('지난 처리방침이에요.');
  });

  it('says that an earlier version is one, and that there is no English text', () => {
    const { html } = renderPolicy({ ...POLICY, version: 1, effectiveOn: '2026-01-01' }, 'en');
    expect(html).toContain('This is an earlier version.');
    expect(html).toContain('This policy is available in Korean only.');
    expect(html).toContain('<article class="card policy" lang="ko">');
    expect(html).toContain('?lng=kr&amp;version=1');
  });

  it('escapes the text of the policy', () => {
    expect(renderPolicy({ ...POLICY, body: ATTACK, officerName: ATTACK }, 'kr').html).not.toContain('<script>');
  });
});
