import type { Room, RoomState } from '@munjigi/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

type PresentRoom = Pick<Room, 'state' | 'blockReason' | 'presence'>;

/**
 * How each state looks: `free` is the only green one. `trouble`: a person must act. `doubt`: what is known contradicts
 * itself, or nothing is known.
 */
export const ROOM_TONES = {
  FREE: 'free',
  RESERVED: 'due',
  IN_USE: 'used',
  SEEN_EMPTY: 'used',
  LEAVING: 'used',
  OVERRUN: 'trouble',
  OCCUPIED: 'doubt',
  CLEANING: 'quiet',
  BLOCKED: 'quiet',
  LOCKED_DOWN: 'trouble',
  FIRE_RELEASED: 'trouble',
  UNKNOWN: 'doubt',
  ARCHIVED: 'quiet',
} as const satisfies Readonly<Record<RoomState, string>>;
export type RoomTone = (typeof ROOM_TONES)[RoomState];

const USED: ReadonlySet<RoomState> = new Set(['IN_USE', 'SEEN_EMPTY', 'LEAVING', 'OVERRUN']);

/** Counts the rooms that are free, and those that a guest uses. A person without a stay is not one (RM-7). */
export function countRoomStates(rooms: readonly Pick<Room, 'state'>[]): { free: number; used: number } {
  return {
    free: rooms.filter(({ state }) => state === 'FREE').length,
    used: rooms.filter(({ state }) => USED.has(state)).length,
  };
}

/** The words of the rooms in doubt of a store with their number, such as a person inside without a stay; empty: none. */
export function useDoubtCounts(): (rooms: readonly PresentRoom[]) => string {
  const words = useRoomStateWords();
  return (rooms) => {
    const counts = new Map<string, number>();
    for (const room of rooms)
      if (ROOM_TONES[room.state] === 'doubt') counts.set(words(room), (counts.get(words(room)) ?? 0) + 1);
    return [...counts].map(([state, count]) => ` · ${state} ${String(count)}`).join('');
  };
}

/** The words of a room's state, the same on every screen (RM-7); a block by its purpose. */
export function useRoomStateWords(): (room: PresentRoom) => string {
  const { t } = useTranslation('room-states');
  return useCallback(
    ({ state, blockReason, presence }) => {
      if (state === 'BLOCKED' && blockReason !== null) return t(`block.${blockReason}`);
      return t(state === 'UNKNOWN' && presence !== 'UNKNOWN' ? 'state.UNKNOWN_OPEN' : `state.${state}`);
    },
    [t],
  );
}
