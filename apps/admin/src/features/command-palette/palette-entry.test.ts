import { expect, it } from 'vitest';
import { sampleDetail } from '../../testing/reservation-samples.ts';
import { isSearchable, matchingDoors, matchingScreens, nearestFirst, screensFor } from './palette-entry.ts';

const titles = (roles: readonly string[], typed: string) =>
  matchingScreens(
    screensFor(roles, (name) => name),
    typed,
  ).map((it) => it.path);
const STORES = [
  { id: 'a', name: '강남점' },
  { id: 'b', name: '홍대점' },
];
const DOORS = [
  { id: '1', storeId: 'a', name: '정문', roomName: '', canOpen: true },
  { id: '2', storeId: 'b', name: '정문', roomName: '', canOpen: true },
  { id: '3', storeId: 'b', name: '3번 룸 문', roomName: '3번 룸', canOpen: true },
  { id: '4', storeId: 'b', name: '문', roomName: '한강룸', canOpen: true },
];

it('the command palette offers the screens of the menu, and to head office those of a store as well (AC-4)', () => {
  expect(titles(['FRANCHISEE'], '')).toContain('/dashboard/statistics');
  expect(
    titles(['FRANCHISEE'], '').filter(
      (path) => path.startsWith('/dashboard/system') || path.startsWith('/dashboard/admin'),
    ),
  ).toEqual([]);
  expect(titles(['ADMIN'], '')).toEqual(
    expect.arrayContaining([
      '/dashboard/door',
      '/dashboard/reservation',
      '/dashboard/system/audit',
      '/dashboard/system/webhooks',
    ]),
  );
  expect(titles(['ADMIN'], '')).not.toContain('/dashboard/statistics');
  expect(titles(['CUSTOMER_MANAGER'], '')).toEqual([
    '/dashboard/room',
    '/dashboard/reservation',
    '/dashboard/store',
    '/dashboard/door',
    '/dashboard/support',
    '/dashboard/blocked-guest',
    '/dashboard/coupon',
    '/dashboard/pass',
    '/dashboard/cash-receipt',
  ]);
});

it('the command palette finds a screen by its words or by its path', () => {
  expect(titles(['ADMIN'], 'Reserv')).toEqual(['/dashboard/reservation']);
  expect(titles(['ADMIN'], 'dashboard')).toEqual(['/dashboard']);
});

it('the command palette finds a door by name or room, optionally with its store, but not by the store without more', () => {
  const found = (typed: string) => matchingDoors(DOORS, STORES, typed).map((it) => it.door.id);
  expect(found('정문')).toEqual(['1', '2']);
  expect(found('홍대 정문')).toEqual(['2']);
  expect(found('3번룸')).toEqual(['3']);
  expect(found('홍대 한강')).toEqual(['4']);
  expect(found('홍대')).toEqual([]);
  expect(found('  ')).toEqual([]);
});

it('the command palette searches on the server only for what it can find', () => {
  expect(['1234', '010-1234-5678', '홍길', 'K7', 'K7QX-29MD'].map(isSearchable)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(['', '1', '123', '홍'].map(isSearchable)).toEqual([false, false, false, false]);
});

it('the command palette sorts reservations that run now first, then by their distance from now', () => {
  const at = (id: string, startsAt: string, endsAt: string) => sampleDetail({ id, startsAt, endsAt });
  const sorted = nearestFirst(
    [
      at('next week', '2026-11-29T10:00:00Z', '2026-11-29T12:00:00Z'),
      at('in an hour', '2026-11-22T11:00:00Z', '2026-11-22T12:00:00Z'),
      at('yesterday', '2026-11-21T10:00:00Z', '2026-11-21T12:00:00Z'),
      at('now', '2026-11-22T09:00:00Z', '2026-11-22T11:00:00Z'),
    ],
    Date.parse('2026-11-22T10:00:00Z'),
  );
  expect(sorted.map((it) => it.id)).toEqual(['now', 'in an hour', 'yesterday', 'next week']);
});
