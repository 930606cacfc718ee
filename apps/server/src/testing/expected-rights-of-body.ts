import type { ENDPOINTS } from '@munjigi/contract';
import type { Expected } from './expected-right.ts';
import { aTime, storeRoles } from './expected-rights.ts';

/**
 * Requests for which an endpoint requires a second capability because of the body or the row, also from the table of
 * AC-5.
 */
export const EXPECTED_OF_BODY: readonly (readonly [
  name: keyof typeof ENDPOINTS,
  request: string,
  expected: Expected,
])[] = [
  [
    'createReservation',
    'of a block',
    {
      only: ['reservations:write', ...storeRoles],
      names: 'row',
      isCheckedAfterRow: true,
      ask: ({ roomId }) => ({ body: { kind: 'BLOCK', roomId, blockReason: 'CLEANING', ...aTime() } }),
    },
  ],
  ...([{ memo: 'matrix' }, { headCount: 1 }, { guestName: 'matrix' }, { guestPhone: '010-0000-0000' }] as const).map(
    (body) =>
      [
        'editReservation',
        `of ${Object.keys(body).join()}`,
        {
          only: ['reservations:write', ...storeRoles],
          names: 'row',
          isCheckedAfterRow: true,
          reservation: 'CONFIRMED',
          ask: () => ({ body: { version: 1, ...body } }),
        },
      ] as const,
  ),
  [
    'editReservation',
    'of memo with its series',
    {
      only: ['reservations:write', ...storeRoles],
      names: 'row',
      isCheckedAfterRow: true,
      reservation: 'CONFIRMED',
      ask: () => ({ body: { version: 1, memo: 'matrix', scope: 'FOLLOWING' } }),
    },
  ],
  [
    'cancelReservation',
    'with a refund',
    {
      only: ['payments:refund', ...storeRoles],
      names: 'row',
      isCheckedAfterRow: true,
      reservation: 'CONFIRMED',
      ask: () => ({ body: { version: 1, refundPercent: 10 } }),
    },
  ],
];
