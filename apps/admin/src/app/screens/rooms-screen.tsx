import type { Room } from '@munjigi/contract';
import { RoomOpener } from '../../features/doors/index.ts';
import { RoomUnpaid } from '../../features/messages/payment-link/room-unpaid.tsx';
import { RoomsPage } from '../../features/rooms/rooms-page.tsx';

/** The rooms with parts of higher features: the buttons of their doors, and guests who have not paid. */
export function RoomsScreen() {
  return <RoomsPage Openers={Openers} />;
}

function Openers({ room }: { readonly room: Room }) {
  return (
    <>
      <RoomUnpaid room={room} />
      <RoomOpener room={room} />
    </>
  );
}
