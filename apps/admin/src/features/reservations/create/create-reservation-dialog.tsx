import type { ReservationDetail, Room, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Glyph } from '../../devices/index.ts';
import { CreateForm } from './create-form.tsx';
import { useStore } from '../../stores/index.ts';
import { useStoreRooms } from './create.api.ts';
import type { ReservationPrefill } from './reservation-draft.ts';

interface CreateReservationDialogProps {
  readonly storeId: string;
  readonly initial: ReservationPrefill;
  readonly onClose: () => void;
  readonly onCreated?: (reservation: ReservationDetail) => void;
}

/** The dialog for a new reservation, series or block, which shows its price during editing. Full screen on a phone. */
export function CreateReservationDialog({ storeId, initial, onClose, onCreated }: CreateReservationDialogProps) {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const store = useStore(product, storeId);
  const rooms = useStoreRooms(product, storeId);
  const failed = store.error ?? rooms.error;
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      fullScreen={isPhone}
      aria-labelledby="create-title"
      slotProps={{ paper: { sx: { maxWidth: isPhone ? 'none' : 700 } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', pr: 1 }}>
        <DialogTitle id="create-title" sx={{ flex: 1 }}>
          {t('create.title')}
        </DialogTitle>
        <IconButton aria-label={t('create.close')} onClick={onClose}>
          <Glyph name="cross" size={20} />
        </IconButton>
      </Box>
      {store.data === undefined || rooms.data === undefined ? (
        <DialogContent>
          {failed === null ? (
            <LoadingForm />
          ) : (
            <ErrorState error={failed} onRetry={() => void Promise.all([store.refetch(), rooms.refetch()])} />
          )}
        </DialogContent>
      ) : (
        <Ready
          store={store.data}
          rooms={rooms.data}
          initial={initial}
          onClose={onClose}
          {...(onCreated && { onCreated })}
        />
      )}
    </Dialog>
  );
}

interface ReadyProps extends Pick<CreateReservationDialogProps, 'initial' | 'onClose' | 'onCreated'> {
  readonly store: Store;
  readonly rooms: readonly Room[];
}

function Ready({ rooms, ...rest }: ReadyProps) {
  const { t } = useTranslation('reservations');
  const [first] = rooms;
  if (first === undefined) return <DialogContent>{t('create.noRooms')}</DialogContent>;
  return <CreateForm rooms={rooms} firstRoom={first} {...rest} />;
}

/** The placeholder while the form loads; it has the height of the form. */
function LoadingForm() {
  return (
    <Box aria-busy="true" sx={{ minHeight: 360 }}>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} variant="text" height={56} />
      ))}
    </Box>
  );
}
