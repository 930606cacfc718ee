import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Glyph } from '../../devices/index.ts';
import { useStoreRooms } from '../create/create.api.ts';
import type { ReservationPrefill } from '../create/reservation-draft.ts';
import { WaitlistAdd } from './waitlist-add.tsx';
import { useWaitlist } from './waitlist.api.ts';
import { WaitlistCard } from './waitlist-card.tsx';

interface WaitlistPanelProps {
  readonly storeId: string;
  /** The day that the board shows; `null`: today. */
  readonly day: string | null;
  readonly onBook: (initial: ReservationPrefill) => void;
  readonly onClose: () => void;
}

/** The waitlist of a store. Entries whose time has become free come first, with a button that books them. */
export function WaitlistPanel({ storeId, day, onBook, onClose }: WaitlistPanelProps) {
  const { t } = useTranslation('reservations');
  const can = useCan();
  const product = useProduct();
  const waitlist = useWaitlist(product, storeId);
  const rooms = useStoreRooms(product, storeId);
  const [isAdding, setIsAdding] = useState(false);
  const items = waitlist.data?.items ?? [];
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': 'waitlist-title',
          sx: { width: 420, maxWidth: '100vw', p: 2, gap: 2 },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box component="h2" id="waitlist-title" sx={{ flex: 1, typography: 'h6', m: 0 }}>
          {t('waitlist.title')}
        </Box>
        {can('reservations:book') && !isAdding && (
          <Button size="small" variant="outlined" color="inherit" onClick={() => setIsAdding(true)}>
            {t('waitlist.add')}
          </Button>
        )}
        <IconButton autoFocus aria-label={t('create.close')} onClick={onClose}>
          <Glyph name="cross" size={20} />
        </IconButton>
      </Box>
      {isAdding && (
        <WaitlistAdd storeId={storeId} day={day} rooms={rooms.data ?? []} onDone={() => setIsAdding(false)} />
      )}
      {waitlist.isPending && [1, 2, 3].map((row) => <Skeleton key={row} variant="rounded" height={112} />)}
      {waitlist.data === undefined && waitlist.isError && (
        <ErrorState error={waitlist.error} onRetry={() => void waitlist.refetch()} />
      )}
      {waitlist.data !== undefined && items.length === 0 && !isAdding && (
        <EmptyState title={t('waitlist.empty')} text={t('waitlist.emptyText')} />
      )}
      <Box component="ul" sx={{ display: 'grid', gap: 1.5 }}>
        {items.map((entry) => (
          <ErrorBoundary key={entry.id} place="section">
            <WaitlistCard entry={entry} rooms={rooms.data ?? []} onBook={onBook} />
          </ErrorBoundary>
        ))}
      </Box>
    </Drawer>
  );
}
