import type { DisplayPlan } from '@munjigi/contract';

/** Wednesday, 25 November 2026, 15:00 in Seoul. */
export const PLAN_NOW = '2026-11-25T06:00:00.000Z';
export const DISPLAY_TOKEN = `mjd_${'Ab'.repeat(21)}x`;

/** The plan of a room of a store that is open from 10:00 to 02:00. Free until 17:00, then two stays of the evening. */
export function samplePlan(over: Partial<DisplayPlan> = {}): DisplayPlan {
  return {
    displayId: '0190a1b2-0000-7000-8000-000000000001',
    storeName: '강남점',
    storePhone: '02-555-0152',
    roomName: '1번 룸',
    timeZone: 'Asia/Seoul',
    from: '2026-11-25T06:00:00.000Z',
    until: '2026-12-03T06:00:00.000Z',
    open: Array.from({ length: 9 }, (_, day) => ({
      startsAt: new Date(Date.UTC(2026, 10, 25 + day, 1)).toISOString(),
      endsAt: new Date(Date.UTC(2026, 10, 25 + day, 17)).toISOString(),
    })),
    busy: [
      { startsAt: '2026-11-25T08:00:00.000Z', endsAt: '2026-11-25T10:00:00.000Z', kind: 'STAY' },
      { startsAt: '2026-11-25T10:00:00.000Z', endsAt: '2026-11-25T10:15:00.000Z', kind: 'CLEANING' },
      { startsAt: '2026-11-25T14:30:00.000Z', endsAt: '2026-11-25T16:30:00.000Z', kind: 'STAY' },
      { startsAt: '2026-11-26T03:00:00.000Z', endsAt: '2026-11-26T04:00:00.000Z', kind: 'BLOCKED' },
    ],
    present: null,
    booking: {
      url: 'https://munjigi.test/b/playroom/s1?room=r1',
      qr: { size: 29, path: 'M4 4h7v1h-7z' },
      offer: { minutes: 60, amount: 10_000 },
    },
    ...over,
  };
}
