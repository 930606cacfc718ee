import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../session/auth.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { DrawerProps } from './drawer-props.ts';
import { PrintSheet } from './print-sheet.tsx';

const OpenOutside = lazy(async () => ({
  default: (await import('./access/open-outside-dialog.tsx')).OpenOutsideDialog,
}));

interface DrawerMenuProps extends DrawerProps {
  /** Outside the access window the doors are opened from here, after a question (RV-60). */
  readonly canOpenDoors: boolean;
}

/** The rare actions of a reservation. */
export function DrawerMenu({ reservation, store, rooms, canOpenDoors }: DrawerMenuProps) {
  const { t } = useTranslation('reservations');
  const can = useCan();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [act, setAct] = useState<'print' | 'open' | null>(null);
  const room = rooms.find(({ id }) => id === reservation.roomId);
  const choose = (which: 'print' | 'open') => {
    setAnchor(null);
    setAct(which);
  };
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-haspopup="menu"
        endIcon={<Icon name="down" size={16} />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 40 }}
      >
        {t('drawer.action.more')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {canOpenDoors && room !== undefined && can('doors:operate') && (
          <MenuItem onClick={() => choose('open')}>{t('drawer.action.open')}</MenuItem>
        )}
        <MenuItem onClick={() => choose('print')}>{t('drawer.action.print')}</MenuItem>
      </Menu>
      {act === 'print' && (
        <PrintSheet reservation={reservation} store={store} rooms={rooms} onPrinted={() => setAct(null)} />
      )}
      {act === 'open' && room !== undefined && (
        <Suspense fallback={null}>
          <OpenOutside reservation={reservation} room={room} onClose={() => setAct(null)} />
        </Suspense>
      )}
    </>
  );
}
