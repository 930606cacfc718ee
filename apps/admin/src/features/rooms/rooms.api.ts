import type { Room } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type InputOf } from '../../api/call.ts';
import { readAll } from '../../api/read-all.ts';
import type { Rows } from '../../session/live-collection.ts';
import { msToNextChange, putRoom, roomKey, roomsKey, type ArchivedFilter } from './room-cache.ts';

interface RoomsFilter {
  readonly archived?: ArchivedFilter;
  readonly isEnabled?: boolean;
}

/**
 * The rooms of a store, or of all stores, in their order, with their current state; read again when a state is about to
 * change.
 */
export function useRooms(
  product: string,
  storeId: string | null,
  { archived = 'no', isEnabled = true }: RoomsFilter = {},
) {
  return useQuery({
    queryKey: roomsKey(product, storeId, archived),
    queryFn: ({ signal }): Promise<Rows<Room>> =>
      readAll((paging) =>
        call('GET /api/v2/{product}/room', {
          params: { product },
          query: { ...paging, archived, ...(storeId !== null && { storeId }) },
          signal,
        }),
      ),
    enabled: isEnabled,
    refetchInterval: ({ state }) => msToNextChange(state.data?.items ?? [], Date.now()),
  });
}

/** Whether a text of the address can be the id of a room. */
export function isRoomId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

export function useRoom(product: string, roomId: string) {
  return useQuery({
    queryKey: roomKey(product, roomId),
    queryFn: ({ signal }) => call('GET /api/v2/{product}/room/{roomId}', { params: { product, roomId }, signal }),
    // An invalid id is not requested.
    enabled: isRoomId(roomId),
    refetchInterval: ({ state }) => msToNextChange(state.data === undefined ? [] : [state.data], Date.now()),
  });
}

/** All rooms of a store on one business date; the screens of a room select theirs. */
export function useStoreDay(product: string, storeId: string, date: string) {
  return useQuery({
    queryKey: ['store-day', product, storeId, date],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/reservations/daily', { params: { product }, query: { storeId, date }, signal }),
  });
}

type NewRoom = InputOf<'POST /api/v2/{product}/room'>['body'];

export function useCreateRoom(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewRoom) => call('POST /api/v2/{product}/room', { params: { product }, body }),
    onSuccess: (room) => putRoom(client, product, room),
  });
}

/** Creates several rooms of one capacity, all or none. */
export function useCreateRooms(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/v2/{product}/room/several'>['body']) =>
      call('POST /api/v2/{product}/room/several', { params: { product }, body }),
    onSuccess: ({ items }) => {
      for (const room of items) putRoom(client, product, room);
    },
  });
}

export type RoomChange = InputOf<'PATCH /api/v2/{product}/room/{roomId}'>['body'];

/** Changes a room. Rejects with STALE, ROOM_PARTS_INVALID, or WOULD_STRAND when parts would make reservations overlap. */
export function useEditRoom(product: string, roomId: string) {
  const client = useQueryClient();
  return async (body: RoomChange): Promise<Room> => {
    const room = await call('PATCH /api/v2/{product}/room/{roomId}', { params: { product, roomId }, body });
    putRoom(client, product, room);
    return room;
  };
}

export function useOrderRooms(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { storeId: string; roomIds: string[] }) =>
      call('POST /api/v2/{product}/room/order', { params: { product }, body }),
    onSuccess: ({ items }) => items.forEach((room) => putRoom(client, product, room)),
  });
}

/**
 * Archives a room or restores it. Rejects with WOULD_STRAND while there are future reservations (ST-2). `onDone` is
 * called by the mutation itself, because the room's row may be unmounted by then.
 */
export function useArchiveRoom(product: string, onDone: (room: Room, hasStranded: boolean) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ room, ...body }: { room: Room; isArchived: boolean; acceptStranded?: boolean }) =>
      call('POST /api/v2/{product}/room/{roomId}/archive', {
        params: { product, roomId: room.id },
        body: { version: room.version, ...body },
      }),
    onSuccess: (room, { acceptStranded = false }) => {
      onDone(room, acceptStranded);
      putRoom(client, product, room);
    },
  });
}

export function useRemovePhoto(product: string, roomId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (photoId: string) =>
      call('DELETE /api/v2/{product}/room/{roomId}/photo/{photoId}', { params: { product, roomId, photoId } }),
    onSuccess: (room) => putRoom(client, product, room),
  });
}
