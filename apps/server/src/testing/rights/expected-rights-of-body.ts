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
  // What a guest may do before and after the period of each act (GT-5).
  ...(
    [
      'getGuestPage',
      'getGuestReservation',
      'getGuestAccessCode',
      'listGuestDoors',
      'getGuestCancellation',
      'getGuestPayments',
    ] as const
  ).flatMap((name) => [
    [name, 'three days before', { forGuests: true, guestStay: 'LATER', names: 'nothing' }] as const,
    [name, 'after the stay', { forGuests: true, guestStay: 'OVER', names: 'nothing' }] as const,
  ]),
  [
    'openDoorAsGuest',
    'before the access window',
    {
      forGuests: true,
      guestStay: 'LATER',
      answersGuest: [409, 'OUTSIDE_ACCESS_WINDOW'],
      names: 'row',
      ask: () => ({ body: {} }),
    },
  ],
  [
    'openDoorAsGuest',
    'after the stay',
    {
      forGuests: true,
      guestStay: 'OVER',
      answersGuest: [409, 'STATE_NOT_ALLOWED'],
      names: 'row',
      ask: () => ({ body: {} }),
    },
  ],
  [
    'cancelAsGuest',
    'three days before',
    {
      forGuests: true,
      guestStay: 'LATER',
      names: 'nothing',
      ask: () => ({ body: { version: 1, expectedRefundAmount: 0 } }),
    },
  ],
  [
    'cancelAsGuest',
    'after the stay',
    {
      forGuests: true,
      guestStay: 'OVER',
      answersGuest: [409, 'STATE_NOT_ALLOWED'],
      names: 'nothing',
      ask: () => ({ body: { version: 1, expectedRefundAmount: 0 } }),
    },
  ],
  [
    'rateStay',
    'after the stay',
    {
      forGuests: true,
      guestStay: 'OVER',
      names: 'nothing',
      isSilent: true,
      ask: () => ({ body: { score: 5, remark: '' } }),
    },
  ],
  // What is due can be paid until the token ends.
  ...(['LATER', 'OVER'] as const).map(
    (guestStay) =>
      [
        'beginPaymentAsGuest',
        guestStay === 'LATER' ? 'three days before' : 'after the stay',
        { forGuests: true, guestStay, names: 'nothing', ask: () => ({ body: { provider: 'TOSS' } }) },
      ] as const,
  ),
  ...(['LATER', 'OVER'] as const).map(
    (guestStay) =>
      [
        'askForHelp',
        guestStay === 'LATER' ? 'three days before' : 'after the stay',
        { forGuests: true, guestStay, names: 'nothing', ask: () => ({ body: {} }) },
      ] as const,
  ),
];
