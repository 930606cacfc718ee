import type { StoreLack, StoreState, StoreSummary } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../ui/format.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { storeLinks } from './store-links.ts';

const STYLES: Readonly<Record<StoreState, readonly [icon: IconName, colour: string]>> = {
  OPEN: ['check', 'success.main'],
  PREPARING: ['warning', 'warning.main'],
  CLOSED: ['lock', 'text.secondary'],
};

const REMEDIES: Readonly<Record<StoreLack, (storeId: string) => string>> = {
  HOURS: (id) => storeLinks.settings(id, 'hours'),
  ROOMS: (id) => storeLinks.rooms(id),
  PRICES: (id) => storeLinks.settings(id, 'prices'),
};

/** Whether the store can be booked, by icon, word and colour; otherwise the missing settings with their links. */
export function StoreStateCell({ store }: { readonly store: StoreSummary }) {
  const { t } = useTranslation('store-list');
  const format = useFormat();
  const [icon, colour] = STYLES[store.state];
  return (
    <Box data-testid="store-state" data-state={store.state} sx={{ display: 'grid', justifyItems: 'start', gap: 0.25 }}>
      <Box
        component="span"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.5,
          color: colour,
          fontWeight: 600,
          whiteSpace: 'nowrap',
        }}
      >
        <Icon name={icon} size={16} />
        {t(`state.${store.state}`)}
      </Box>
      {store.state === 'PREPARING' && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('lacks.label')}{' '}
          {store.lacks.map((lack, place) => (
            <span key={lack}>
              {place > 0 && ', '}
              <Link to={REMEDIES[lack](store.id)}>{t(`lacks.${lack}`)}</Link>
            </span>
          ))}
        </Box>
      )}
      {store.closedAt !== null && (
        <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('closedAt', { day: format.date(store.closedAt), reason: store.closedReason })}
        </Box>
      )}
      {store.pausedUntil !== null && store.state !== 'CLOSED' && (
        <Box component="span" sx={{ color: 'warning.main' }}>
          {t('pausedUntil', { at: format.dateTime(store.pausedUntil) })}
        </Box>
      )}
    </Box>
  );
}
