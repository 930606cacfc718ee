import { useStoreChoice } from '../../session/store-choice.ts';

/** Addresses of a room's screens, which keep the chosen store (SH-4). */
export function useRoomLinks() {
  const { storeId, stores } = useStoreChoice();
  const search = storeId === null || stores.length === 1 ? '' : `?store=${storeId}`;
  return {
    list: `/dashboard/room${search}`,
    detail: (roomId: string) => `/dashboard/room/${roomId}${search}`,
    edit: (roomId: string) => `/dashboard/room/${roomId}/edit${search}`,
  };
}
