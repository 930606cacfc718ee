import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useProduct } from '../../../session/auth.tsx';
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Glyph } from '../../devices/index.ts';
import { useStoreRooms } from '../create/create.api.ts';
import { useStore } from '../../stores/index.ts';
import { DrawerBody } from './drawer-body.tsx';
import { useReservation } from './drawer.api.ts';

/** One reservation (RV-5), over the screen whose address names it: `?reservation=ID`. */
export function ReservationDrawer() {
  const { t } = useTranslation('reservations');
  const [params, setParams] = useSearchParams();
  const reservationId = params.get('reservation');
  if (reservationId === null) return null;
  const close = () =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        changed.delete('reservation');
        return changed;
      },
      { preventScrollReset: true },
    );
  return (
    <Drawer
      anchor="right"
      open
      onClose={close}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('drawer.title'), sx: { width: 460, maxWidth: '100vw' } } }}
    >
      <IconButton
        autoFocus
        aria-label={t('drawer.close')}
        onClick={close}
        sx={{ position: 'absolute', insetInlineEnd: 12, top: 12, zIndex: 1 }}
      >
        <Glyph name="cross" size={20} />
      </IconButton>
      <ErrorBoundary place="section">
        <Loaded key={reservationId} reservationId={reservationId} />
      </ErrorBoundary>
    </Drawer>
  );
}

function Loaded({ reservationId }: { readonly reservationId: string }) {
  const product = useProduct();
  const reservation = useReservation(product, reservationId);
  if (reservation.data === undefined) return reservation.isError ? <Failed query={reservation} /> : <Loading />;
  return <WithStore reservation={reservation.data} />;
}

function WithStore({ reservation }: { readonly reservation: NonNullable<ReturnType<typeof useReservation>['data']> }) {
  const product = useProduct();
  const store = useStore(product, reservation.storeId);
  const rooms = useStoreRooms(product, reservation.storeId);
  if (store.data === undefined) return store.isError ? <Failed query={store} /> : <Loading />;
  if (rooms.data === undefined) return rooms.isError ? <Failed query={rooms} /> : <Loading />;
  return <DrawerBody reservation={reservation} store={store.data} rooms={rooms.data} />;
}

function Failed({ query }: { readonly query: { readonly error: unknown; readonly refetch: () => Promise<unknown> } }) {
  return (
    <Box sx={{ p: 2, pt: 7 }}>
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    </Box>
  );
}

function Loading() {
  return (
    <Box aria-busy="true" data-testid="drawer-loading" sx={{ p: 2 }}>
      <Skeleton variant="text" width={160} height={40} />
      {[1, 2, 3].map((part) => (
        <Skeleton key={part} variant="rounded" height={120} sx={{ mt: 2 }} />
      ))}
    </Box>
  );
}
