import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAuthContext, useCan, useProduct } from '../../session/auth.tsx';
import { MuiTheme } from '../../session/mui-theme.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { DoorStrip } from '../doors/index.ts';
import { matchingDoors, matchingScreens, screensFor, type DoorEntry, type PaletteEntry } from './palette-entry.ts';
import { PaletteList } from './palette-list.tsx';
import { useDoorNames, useReservationMatches, useRoomNames } from './palette.api.ts';
import { useDebounced } from '../../ui/use-debounced.ts';

const MOST_DOORS = 8;
/** The palette searches after this pause in typing. */
const SETTLE_MS = 200;

/** For screen readers; the field needs no visible title. */
const VISUALLY_HIDDEN = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  m: '-1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** Opens a screen, finds a reservation or opens a door, all by typing (SH-5). */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['palette', 'navbar']);
  const [door, setDoor] = useState<DoorEntry | null>(null);
  return (
    <MuiTheme>
      <Dialog
        open
        onClose={onClose}
        fullWidth
        maxWidth="sm"
        aria-labelledby="palette-title"
        data-testid="command-palette"
        slotProps={{
          paper: {
            sx: {
              m: { xs: 1, sm: 4 },
              width: { xs: 'calc(100% - 16px)', sm: '100%' },
              maxHeight: { xs: 'calc(100% - 16px)', sm: '70vh' },
            },
          },
          container: { sx: { alignItems: 'flex-start', pt: { sm: '10vh' } } },
        }}
      >
        <Box component="h2" id="palette-title" sx={VISUALLY_HIDDEN}>
          {t('title')}
        </Box>
        {door === null ? (
          <Search onDoor={setDoor} onClose={onClose} />
        ) : (
          <ChosenDoor entry={door} onBack={() => setDoor(null)} />
        )}
      </Dialog>
    </MuiTheme>
  );
}

function Search({ onDoor, onClose }: { readonly onDoor: (entry: DoorEntry) => void; readonly onClose: () => void }) {
  const { t } = useTranslation(['palette', 'navbar']);
  const navigate = useNavigate();
  const product = useProduct();
  const can = useCan();
  const { user } = useAuthContext();
  const { storeId, stores } = useStoreChoice();
  const [typed, setTyped] = useState('');
  const doors = useDoorNames(product, can('doors:operate'));
  const rooms = useRoomNames(product, can('rooms:read'));
  const roomName = (id: string | null) => (id === null ? '' : (rooms.data?.get(id) ?? ''));
  const found = useReservationMatches(product, useDebounced(typed, SETTLE_MS), can('reservations:read'));
  const screens = useMemo(() => screensFor(user?.roles ?? [], (name) => t(`navbar:${name}`)), [user?.roles, t]);

  const entries: PaletteEntry[] = [
    ...found.items.map((reservation) => ({
      kind: 'reservation' as const,
      key: `reservation ${reservation.id}`,
      reservation,
      roomName: roomName(reservation.roomId),
      storeName: stores.length < 2 ? '' : (stores.find(({ id }) => id === reservation.storeId)?.name ?? ''),
    })),
    ...matchingDoors(
      (doors.data ?? []).map((door) => ({ ...door, roomName: roomName(door.roomId) })),
      stores,
      typed,
    ).slice(0, MOST_DOORS),
    ...matchingScreens(screens, typed),
  ];

  function pick(entry: PaletteEntry): void {
    if (entry.kind === 'door') return onDoor(entry);
    onClose();
    if (entry.kind === 'reservation') {
      const { id, storeId: itsStore } = entry.reservation;
      void navigate(`/dashboard/reservation?store=${itsStore}&reservation=${id}`);
    } else if (entry.isOutside) window.open(entry.path, '_blank', 'noopener');
    // Keeps the chosen store in the link, as the menu does.
    else void navigate(storeId !== null && stores.length > 1 ? `${entry.path}?store=${storeId}` : entry.path);
  }

  const error = found.error ?? doors.error ?? rooms.error;
  return (
    <PaletteList
      entries={entries}
      typed={typed}
      onType={setTyped}
      onPick={pick}
      onClose={onClose}
      isBusy={found.isAsking}
      notice={<ProblemAlert error={error} sx={{ px: 2, py: 1 }} />}
    />
  );
}

/** The door's current state with its button: choosing it in the list opens nothing. */
function ChosenDoor({ entry, onBack }: { readonly entry: DoorEntry; readonly onBack: () => void }) {
  const { t } = useTranslation('palette');
  return (
    <Box
      sx={{ p: 2, display: 'grid', gap: 1.5 }}
      onKeyDown={(event) => {
        if (event.key !== 'Backspace') return;
        event.preventDefault();
        onBack();
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <button type="button" className="button" onClick={onBack}>
          {t('back')}
        </button>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {[entry.storeName, entry.door.roomName].filter((name) => name !== '').join(' · ')}
        </Box>
      </Box>
      <DoorStrip storeId={entry.door.storeId} doorId={entry.door.id} />
    </Box>
  );
}
