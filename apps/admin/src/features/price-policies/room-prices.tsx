import type { Room, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan, useProduct } from '../../session/auth.tsx';
import { LINED_LIST } from '../../ui/form/layouts.ts';
import { Unread } from '../../ui/form/unread.tsx';
import { useStore } from '../stores/index.ts';
import { usePolicyWords } from './policy-words.ts';
import { usePolicies } from './prices.api.ts';
import { SectionCard } from '../../ui/section-head.tsx';

/** The price policies that apply to a room, the one that wins first, with links to the editor of the store's prices (RM-3). */
export function RoomPrices({ room }: { readonly room: Room }) {
  const { t } = useTranslation('prices');
  const can = useCan();
  const store = useStore(useProduct(), room.storeId);
  const isAddable = can('rooms:write') && room.archivedAt === null;
  return (
    <SectionCard
      id="room-prices"
      title={t('room.title')}
      action={
        isAddable && (
          <Button variant="outlined" color="inherit" component={Link} to={editorAddress(room, 'new')}>
            {t('policy.add')}
          </Button>
        )
      }
    >
      {store.data !== undefined && <Policies room={room} store={store.data} />}
      <Unread query={store} height={96} />
    </SectionCard>
  );
}

function Policies({ room, store }: { readonly room: Room; readonly store: Store }) {
  const { t } = useTranslation('prices');
  const words = usePolicyWords(store, [room]);
  const policies = usePolicies(useProduct(), room.storeId);
  if (policies.data === undefined) return <Unread query={policies} height={96} />;
  const ofRoom = policies.data.items.filter(({ roomIds }) => roomIds.length === 0 || roomIds.includes(room.id));
  if (ofRoom.length === 0)
    return (
      <Box data-testid="room-prices-empty" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {t('room.none')}
      </Box>
    );
  return (
    <Box component="ol" sx={LINED_LIST}>
      {ofRoom.map((policy) => (
        <Box
          component="li"
          key={policy.id}
          data-testid="room-price"
          sx={{
            py: 1.25,
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 2,
            rowGap: 0.5,
            justifyContent: 'space-between',
          }}
        >
          <Box sx={{ minWidth: 0, flex: '1 1 200px' }}>
            <Link to={editorAddress(room, policy.id)}>{policy.name}</Link>
            <Box sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {words.days(policy)} · {words.band(policy)}
            </Box>
            <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
              {policy.roomIds.length === 0 ? t('everyRoom') : t('room.shared', { count: policy.roomIds.length })}
            </Box>
          </Box>
          <Box sx={{ fontWeight: 600, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
            {words.amount(policy)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** The editor of the store's prices with one policy open, or with a new one for this room. */
function editorAddress(room: Room, policy: string): string {
  const params = new URLSearchParams({
    store: room.storeId,
    tab: 'prices',
    policy,
    ...(policy === 'new' && { room: room.id }),
  });
  return `/dashboard/store?${params.toString()}`;
}
