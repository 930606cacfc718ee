import type { Room } from '@munjigi/contract';
import { RoomPrices } from '../features/price-policies/room-prices.tsx';
import { RoomEditPage } from '../features/rooms/room-edit-page.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

/** The edit page of a room with the price policies of the feature above it. */
export function RoomEditScreen() {
  return <RoomEditPage Prices={Prices} />;
}

function Prices({ room }: { readonly room: Room }) {
  return <ErrorBoundary place="section"><RoomPrices room={room} /></ErrorBoundary>;
}
