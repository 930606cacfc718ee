import type { Room } from '@munjigi/contract';
import Skeleton from '@mui/material/Skeleton';
import { Suspense } from 'react';
import { RoomPrices } from '../../features/price-policies/room-prices.tsx';
import { RoomEditPage } from '../../features/rooms/room/room-edit-page.tsx';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';

/** The edit page of a room with its price policies, which belong to a higher feature. */
export function RoomEditScreen() {
  return <RoomEditPage Prices={Prices} />;
}

function Prices({ room }: { readonly room: Room }) {
  // The texts of this section load later than the page's, and only this section waits for them.
  return (
    <ErrorBoundary place="section">
      <Suspense fallback={<Skeleton variant="rounded" height={160} aria-busy="true" />}>
        <RoomPrices room={room} />
      </Suspense>
    </ErrorBoundary>
  );
}
