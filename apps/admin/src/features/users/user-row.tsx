import type { User } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { OpeningRow } from '../../ui/list/opening-row.tsx';
import { ToneLabel, type ToneStyle } from '../../ui/tone-chip.tsx';
import { GrantList } from './grant-list.tsx';

const TONES: Readonly<Record<User['state'], ToneStyle>> = {
  PENDING: ['history', 'warning.main'],
  ACTIVE: ['check', 'success.main'],
  DISABLED: ['lock', 'text.secondary'],
  DECLINED: ['error', 'error.main'],
};

const INVITED: ToneStyle = ['history', 'info.main'];

export function UserStateLabel({ user: { state, isInvited } }: { readonly user: Pick<User, 'state' | 'isInvited'> }) {
  const { t } = useTranslation('users');
  if (isInvited === true)
    return (
      <ToneLabel tone={INVITED} isOneLine>
        {t('state.INVITED')}
      </ToneLabel>
    );
  return (
    <ToneLabel tone={TONES[state]} isOneLine>
      {t(`state.${state}`)}
    </ToneLabel>
  );
}

/** One person: name, rights and last activity; for a request: the store and since when it waits. */
export function UserRow({ user, onOpen }: { readonly user: User; readonly onOpen: () => void }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const isRequest = user.state === 'PENDING';
  const lastSeen =
    user.lastSignInAt === null ? t('neverSignedIn') : t('signedInAt', { at: format.relative(user.lastSignInAt) });
  return (
    <OpeningRow
      testId="user"
      state={user.state}
      columns={{ xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 260px) minmax(0, 1fr) 170px 110px' }}
      minHeight={64}
      isLastPlain
      onOpen={onOpen}
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
        {isRequest ? t('askedAt', { at: format.relative(user.createdAt) }) : lastSeen}
      </Box>
      <Box component="span" sx={{ order: { xs: 1, md: 0 }, justifySelf: 'end' }}>
        <UserStateLabel user={user} />
      </Box>
    </OpeningRow>
  );
}
