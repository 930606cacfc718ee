import type { User } from '@munjigi/contract';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { GrantList } from './grant-list.tsx';

const LOOKS: Readonly<Record<User['state'], readonly [icon: IconName, colour: string]>> = {
  PENDING: ['history', 'warning.main'],
  ACTIVE: ['check', 'success.main'],
  DISABLED: ['lock', 'text.secondary'],
  DECLINED: ['error', 'error.main'],
};

/** The state as word, icon and colour. */
export function UserState({ state }: { readonly state: User['state'] }) {
  const { t } = useTranslation('users');
  const [icon, colour] = LOOKS[state];
  return (
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
      {t(`state.${state}`)}
    </Box>
  );
}

/** One person: name, rights and last activity; for a request: the store and since when it waits. */
export function UserRow({ user, onOpen }: { readonly user: User; readonly onOpen: () => void }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const isRequest = user.state === 'PENDING';
  const seen =
    user.lastSignInAt === null ? t('neverSignedIn') : t('signedInAt', { at: format.relative(user.lastSignInAt) });
  return (
    <Box
      component="li"
      data-testid="user"
      data-state={user.state}
      sx={{ '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' } }}
    >
      <ButtonBase
        onClick={onOpen}
        sx={{
          width: '100%',
          minHeight: 64,
          textAlign: 'left',
          typography: 'body2',
          px: 1.5,
          py: 1.25,
          display: 'grid',
          columnGap: 2,
          rowGap: 0.25,
          alignItems: 'center',
          justifyItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 260px) minmax(0, 1fr) 170px 110px' },
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Box component="span" sx={{ display: 'grid', minWidth: 0, width: '100%' }}>
          <Box component="span" sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
            {user.name}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {user.email}
          </Box>
        </Box>
        <Box component="span" sx={{ order: { xs: 2, md: 0 }, gridColumn: { xs: '1 / -1', md: 'auto' }, minWidth: 0 }}>
          {isRequest ? (
            t('asksFor', { store: user.requestedStore })
          ) : (
            <GrantList roles={user.roles} stores={user.stores} />
          )}
        </Box>
        <Box
          component="span"
          sx={{ order: { xs: 3, md: 0 }, gridColumn: { xs: '1 / -1', md: 'auto' }, color: 'text.secondary' }}
        >
          {isRequest ? t('askedAt', { at: format.relative(user.createdAt) }) : seen}
        </Box>
        <Box component="span" sx={{ order: { xs: 1, md: 0 }, justifySelf: 'end' }}>
          <UserState state={user.state} />
        </Box>
      </ButtonBase>
    </Box>
  );
}
