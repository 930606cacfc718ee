import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useAuthContext, useCan, useProduct } from '../../app/auth.tsx';
import { Glyph } from '../devices/index.ts';
import { useKnownNotificationCount } from './notifications.api.ts';
import { hasLookup, hearsSound } from './notification-roles.ts';
import { useSoundMuted } from './sound.ts';

const LOOKUP_PATH = '/dashboard/admin/notification';

/** The number of unconfirmed payment notifications in the header, the way to them, and the switch for their sound. */
export function NotificationBell() {
  const { t } = useTranslation('notifications');
  const can = useCan();
  const { user } = useAuthContext();
  const { search } = useLocation();
  const unconfirmed = useKnownNotificationCount(useProduct()).data?.unconfirmedCount ?? 0;
  const roles = user?.roles ?? [];
  if (!can('notifications:read')) return null;
  const label = unconfirmed === 0 ? t('bell.none') : t('bell.some', { count: unconfirmed });
  const bell = <><Glyph name="bell" size={22} />{unconfirmed > 0 && <Count value={unconfirmed} />}</>;
  const store = new URLSearchParams(search).get('store');
  return (
    <>
      {hearsSound(roles) && <SoundSwitch />}
      {hasLookup(roles) ? (
        <IconButton component={Link} to={store === null ? LOOKUP_PATH : `${LOOKUP_PATH}?store=${encodeURIComponent(store)}`}
          color="inherit" aria-label={label} title={label} data-testid="notification-bell">{bell}</IconButton>
      ) : (
        <Box role="img" aria-label={label} title={label} data-testid="notification-bell" sx={{ p: 1, display: 'inline-flex', position: 'relative' }}>{bell}</Box>
      )}
    </>
  );
}

function Count({ value }: { readonly value: number }) {
  return (
    <Box component="span" aria-hidden="true" data-testid="unconfirmed-count"
      sx={{ position: 'absolute', top: 2, insetInlineEnd: 0, minWidth: 18, height: 18, px: 0.5, borderRadius: 9, display: 'grid', placeItems: 'center',
        bgcolor: 'error.main', color: 'error.contrastText', fontSize: 11, fontWeight: 700, lineHeight: 1, fontVariantNumeric: 'tabular-nums' }}>
      {value > 99 ? '99+' : value}
    </Box>
  );
}

function SoundSwitch() {
  const { t } = useTranslation('notifications');
  const [isMuted, setMuted] = useSoundMuted();
  const label = isMuted ? t('bell.unmute') : t('bell.mute');
  return (
    <IconButton color="inherit" aria-label={label} title={label} onClick={() => setMuted(!isMuted)} data-testid="notification-sound">
      <Glyph name={isMuted ? 'mute' : 'sound'} size={20} />
    </IconButton>
  );
}
