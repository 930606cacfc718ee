import './notification-bell.css';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useAuthContext, useCan, useProduct } from '../../session/auth.tsx';
import { Icon, IconShape } from '../../ui/icon.tsx';
import { hasNotificationSound, LOOKUP_PATH } from './notification-roles.ts';
import { useCachedNotificationCount } from './notifications.api.ts';
import { useSoundMuted } from './sound.ts';

/** The number of unconfirmed payment notifications in the header, the link to them, and the switch for their sound. */
export function NotificationBell() {
  const { t } = useTranslation('notifications');
  const can = useCan();
  const { user } = useAuthContext();
  const { search } = useLocation();
  const unconfirmed = useCachedNotificationCount(useProduct()).data?.unconfirmedCount ?? 0;
  const roles = user?.roles ?? [];
  if (!can('notifications:read')) return null;
  const label = unconfirmed === 0 ? t('bell.none') : t('bell.some', { count: unconfirmed });
  const store = new URLSearchParams(search).get('store');
  return (
    <>
      {hasNotificationSound(roles) && <SoundSwitch />}
      <Link
        className="icon-button notification-bell"
        to={store === null ? LOOKUP_PATH : `${LOOKUP_PATH}?store=${encodeURIComponent(store)}`}
        aria-label={label}
        title={label}
        data-testid="notification-bell"
      >
        <Icon name="notification" size={22} />
        {unconfirmed > 0 && <Count value={unconfirmed} />}
      </Link>
    </>
  );
}

function Count({ value }: { readonly value: number }) {
  return (
    <span className="bell-count" aria-hidden="true" data-testid="unconfirmed-count">
      {value > 99 ? '99+' : value}
    </span>
  );
}

const MUTED = 'M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5';
const UNMUTED = 'M4 9v6h4l5 4V5L8 9zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11';

function SoundSwitch() {
  const { t } = useTranslation('notifications');
  const [isMuted, setMuted] = useSoundMuted();
  const label = isMuted ? t('bell.unmute') : t('bell.mute');
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={() => setMuted(!isMuted)}
      data-testid="notification-sound"
    >
      <IconShape path={isMuted ? MUTED : UNMUTED} size={20} />
    </button>
  );
}
