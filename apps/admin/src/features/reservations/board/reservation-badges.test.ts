import type { ExtensionOffer, Overrun, Readiness } from '@munjigi/contract';
import { expect, test } from 'vitest';
import { sampleId } from '../../../testing/samples.ts';
import { sampleReservation } from '../../../testing/store-samples.ts';
import { buildReservationBadges, withStranded } from './reservation-badges.ts';

const words = {
  obstacle: (it: Readiness['obstacles'][number]) => it.kind.toLowerCase(),
  ready: 'ready',
  stays: (it: Overrun) => `${it.seenAs} ${it.seenBy}`,
  extension: (it: ExtensionOffer) => it.reason ?? it.choices.map(({ minutes }) => minutes).join(),
};
const coming = (n: number, ...kinds: Readiness['obstacles'][number]['kind'][]): Readiness => ({
  reservationId: sampleId(n),
  code: 'AAAA-AAAA',
  storeId: sampleId(1),
  roomId: sampleId(2),
  startsAt: '2026-11-21T06:00:00Z',
  endsAt: '2026-11-21T08:00:00Z',
  opensAt: '2026-11-21T05:50:00Z',
  closesAt: '2026-11-21T08:10:00Z',
  obstacles: kinds.map((kind) => ({
    kind,
    severity: kind === 'UNPAID' ? 'WARNING' : 'BLOCKING',
    door: null,
    since: null,
    amount: null,
  })),
  checks: [],
});
const stays = (n: number, reportedFrom: string, endedAt: string | null): Overrun => ({
  reservationId: sampleId(n),
  storeId: sampleId(1),
  roomId: sampleId(2),
  since: '2026-11-21T05:00:00Z',
  reportedFrom,
  endedAt,
  seenBy: 'sensor',
  seenAs: 'PERSON',
});

test('the reservation board shows a coming guest as ready, or with their obstacles in words', () => {
  const badges = buildReservationBadges(
    { coming: [coming(10), coming(11, 'UNPAID', 'DOOR_OFFLINE')], overruns: [], offers: [] },
    words,
    Date.parse('2026-11-21T05:30:00Z'),
  );
  expect([...badges.values()]).toEqual([
    { obstacles: '', isBlocked: false, isOnlyUnpaid: false, overrunEndMs: null, canExtend: false, words: 'ready' },
    {
      obstacles: 'unpaid, door_offline',
      isBlocked: true,
      isOnlyUnpaid: false,
      overrunEndMs: null,
      canExtend: false,
      words: 'unpaid, door_offline',
    },
  ]);
});

test('the reservation board draws an overrun until now, or until the guest left, and none for a departing guest', () => {
  const nowMs = Date.parse('2026-11-21T05:04:00Z');
  const badges = buildReservationBadges(
    {
      coming: [],
      offers: [],
      overruns: [
        stays(12, '2026-11-21T05:03:00Z', null),
        stays(13, '2026-11-21T05:03:00Z', '2026-11-21T05:03:30Z'),
        stays(14, '2026-11-21T05:05:00Z', null),
      ],
    },
    words,
    nowMs,
  );
  expect([...badges].map(([id, it]) => [id, it.overrunEndMs])).toEqual([
    [sampleId(12), nowMs],
    [sampleId(13), Date.parse('2026-11-21T05:03:30Z')],
  ]);
  const drawn = buildReservationBadges(
    {
      coming: [],
      offers: [],
      overruns: [{ ...stays(15, '2026-11-21T05:03:00Z', null), seenAs: 'POWER', seenBy: 'meter' }],
    },
    words,
    nowMs,
  );
  expect([...badges.values(), ...drawn.values()].map((it) => it.words)).toEqual([
    'PERSON sensor',
    'PERSON sensor',
    'POWER meter',
  ]);
});

test('the reservation board shows an extension, or the reason against it, until the end of the stay (NX-4)', () => {
  const offer = (n: number, until: string, more: Partial<ExtensionOffer> = {}): ExtensionOffer => ({
    reservationId: sampleId(n),
    storeId: sampleId(1),
    until,
    offeredAt: '2026-11-21T04:50:00Z',
    reason: null,
    endedAt: null,
    choices: [{ minutes: 30, endsAt: '2026-11-21T05:30:00Z', addedAmount: 5000, totalAmount: 15_000 }],
    ...more,
  });
  const offers = [
    offer(20, '2026-11-21T05:00:00Z'),
    offer(21, '2026-11-21T05:00:00Z', { choices: [], reason: 'SLOT_TAKEN' }),
    offer(22, '2026-11-21T04:51:00Z'),
  ];
  const badges = buildReservationBadges(
    { coming: [], overruns: [], offers },
    words,
    Date.parse('2026-11-21T04:52:00Z'),
  );
  expect([...badges]).toEqual([
    [
      sampleId(20),
      { obstacles: null, isBlocked: false, isOnlyUnpaid: false, overrunEndMs: null, canExtend: true, words: '30' },
    ],
    [
      sampleId(21),
      {
        obstacles: null,
        isBlocked: false,
        isOnlyUnpaid: false,
        overrunEndMs: null,
        canExtend: false,
        words: 'SLOT_TAKEN',
      },
    ],
  ]);
});

test('the reservation board marks a guest who only has to pay unlike one whose code is missing (RV-72)', () => {
  const badges = buildReservationBadges(
    {
      coming: [
        coming(10, 'UNPAID'),
        coming(11, 'CODE_NOT_ACKNOWLEDGED'),
        coming(12, 'UNPAID', 'CODE_NOT_ACKNOWLEDGED'),
      ],
      overruns: [],
      offers: [],
    },
    words,
    Date.parse('2026-11-21T05:30:00Z'),
  );
  expect([...badges.values()].map(({ isOnlyUnpaid }) => isOnlyUnpaid)).toEqual([true, false, false]);
});

test('the reservation board marks a guest whose room or time was closed, before all that hinders them (ST-50)', () => {
  const badges = buildReservationBadges(
    { coming: [coming(1), coming(2, 'UNPAID')], overruns: [], offers: [] },
    words,
    0,
  );
  const guests = [1, 2, 3].map((n) => ({ reservation: sampleReservation({ id: sampleId(n) }) }));
  const marked = withStranded(badges, guests, 'closed');
  expect(guests.map(({ reservation }) => marked.get(reservation.id))).toMatchObject([
    { isStranded: true, isBlocked: true, words: 'closed' },
    { isStranded: true, words: 'closed, unpaid' },
    { isStranded: true, words: 'closed' },
  ]);
  expect(withStranded(badges, [], 'closed')).toBe(badges);
});
