import type { Reservation } from '@munjigi/contract';

/**
 * Icons of states and blocks on a grid of 14, in their shown size, because a scaled image would cost a layer for each
 * block.
 */
const PATHS = {
  PENDING: 'M7 1.5a5.5 5.5 0 1 0 .01 0M7 4v3.2l2 1.3',
  CONFIRMED: 'M2.5 7.5l3 3 6-7',
  IN_USE: 'M7 7a2.6 2.6 0 1 0-.01 0M2.2 12.6a4.8 4.8 0 0 1 9.6 0',
  COMPLETED: 'M7.5 2.5h-5v9h5M6 7h6M10 5l2 2-2 2',
  NO_SHOW: 'M7 1.5a5.5 5.5 0 1 0 .01 0M5 5l4 4M9 5l-4 4',
  CANCELLED: 'M3 3l8 8M11 3l-8 8',
  EXPIRED: 'M3 3l8 8M11 3l-8 8',
  CLEANING: 'M11.5 2L8 5.5M6 4.5l3.5 3.5-1.5 4H2.5l1-4.5z',
  REPAIR: 'M12 3.6A2.7 2.7 0 0 1 8.6 7L4 11.5 2.5 10 7 5.4A2.7 2.7 0 0 1 10.4 2L9 3.5 10.5 5z',
  OTHER: 'M3 6.5h8V12H3zM4.8 6.5V4.6a2.2 2.2 0 0 1 4.4 0v1.9',
} as const;

/** The icon of a reservation's state, so that no state is shown by its colour alone; of a block, its reason. */
export function BoardSign({ kind, state, blockReason }: Pick<Reservation, 'kind' | 'state' | 'blockReason'>) {
  return (
    <svg className="board-sign" aria-hidden="true">
      <path d={PATHS[kind === 'GUEST' ? state : (blockReason ?? 'OTHER')]} />
    </svg>
  );
}
