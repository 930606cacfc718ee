import type { Room } from '@munjigi/contract';
import { RoomOpener } from '../features/doors/index.ts';
import { RoomsPage } from '../features/rooms/rooms-page.tsx';

/** The rooms with the door buttons of a higher feature. */
export function RoomsScreen() {
  return <RoomsPage Openers={Openers} />;
}

function Openers({ room }: { readonly room: Room }) {
  return <RoomOpener room={room} />;
}
