import type { ReservationDetail, Room, Store } from '@munjigi/contract';

/** What every part of the drawer is about. */
export interface DrawerProps {
  readonly reservation: ReservationDetail;
  readonly store: Store;
  readonly rooms: readonly Room[];
}

export interface ActionFormProps extends DrawerProps {
  /** The full name and phone, when the person has asked for them. */
  readonly guest: { readonly guestName: string; readonly guestPhone: string } | null;
  readonly onDone: () => void;
}
