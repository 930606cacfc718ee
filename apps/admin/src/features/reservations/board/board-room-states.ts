import { MINUTE_MS } from '@munjigi/rules';
import { useMemo } from 'react';
import { useProduct } from '../../../session/auth.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { ROOM_TONES, useRooms, useRoomStateWords } from '../../rooms/index.ts';
import type { TimeScale } from './axis/time-scale.ts';

/** The present state of a room beside its row (RM-7). */
export interface BoardRoomState {
  readonly words: string;
  readonly tone: (typeof ROOM_TONES)[keyof typeof ROOM_TONES];
}
export type BoardRoomStates = ReadonlyMap<string, BoardRoomState>;

const NONE: BoardRoomStates = new Map();

/** The states of a store's rooms by id; none while the board shows another time than now, which they would contradict. */
export function useBoardRoomStates(storeId: string | undefined, scale: TimeScale): BoardRoomStates {
  const words = useRoomStateWords();
  const now = useNow(MINUTE_MS);
  const isNowShown = scale.startMs <= now && now < scale.endMs;
  const rooms = useRooms(useProduct(), storeId ?? null, { isEnabled: storeId !== undefined && isNowShown }).data;
  return useMemo(
    () =>
      rooms === undefined || !isNowShown
        ? NONE
        : new Map(rooms.items.map((room) => [room.id, { words: words(room), tone: ROOM_TONES[room.state] }])),
    [rooms, isNowShown, words],
  );
}
