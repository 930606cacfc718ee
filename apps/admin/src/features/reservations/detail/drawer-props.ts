import type { ReservationDetail, Room, Store } from '@munjigi/contract';

/** The props of every part of the drawer. */
export interface DrawerProps {
  readonly reservation: ReservationDetail;
  readonly store: Store;
  readonly rooms: readonly Room[];
}

export interface ActionFormProps extends DrawerProps {
  /** The full name, phone and e-mail address, after the person has asked for them. */
  readonly guest: { readonly guestName: string; readonly guestPhone: string; readonly guestEmail: string } | null;
  readonly onDone: () => void;
}
