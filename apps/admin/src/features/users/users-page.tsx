import { ROLES } from '@munjigi/contract/roles';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValues } from '../../app/address-values.ts';
import { useCan, useProduct } from '../../app/auth.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { Pager } from '../../ui/form/pager.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import type { NewStoreProps } from './rights-dialog.tsx';
import { SignInRulesCard } from './sign-in-rules-card.tsx';
import { UserDrawer } from './user-drawer.tsx';
import { UserRow } from './user-row.tsx';
import { PAGE_SIZE, useUsers, type UserFilter } from './users.api.ts';

const OF_PAGE = ['page', 'user'] as const;
const STATES_OF_PEOPLE = ['ACTIVE', 'DISABLED', 'DECLINED'] as const;

/** `/dashboard/system/users`: requests for an account, accounts, and their rights (AU-4). */
export function UsersPage({ NewStore }: { readonly NewStore: ComponentType<NewStoreProps> }) {
  const { t } = useTranslation(['users', 'navbar']);
  const product = useProduct();
  const { params, change } = useAddressValues(OF_PAGE);
  const isPeople = params.get('tab') === 'people';
  const filter = readFilter(params, isPeople);
  const list = useUsers(product, filter);
  const waiting = useUsers(product, { state: 'PENDING', role: null, q: '', page: 0 }).data?.total;
  const shown = params.get('user');
  const can = useCan();
  const [isInviting, setIsInviting] = useState(false);
  const all = { value: '', label: t('all') };
  return (
    <Box sx={{ display: 'grid', gap: 2, '& > .page-header': { mb: 0 } }}>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          can('users:write') && (
            <Button variant="contained" onClick={() => setIsInviting(true)}>
              {t('invite.open')}
            </Button>
          )
        }
      />
      <Tabs
        value={isPeople ? 'people' : 'requests'}
        onChange={(_event, tab: string) =>
          change({ tab: tab === 'people' ? 'people' : '', q: '', role: '', state: '' })
        }
        aria-label={t('title')}
        sx={{
          borderBottom: 1,
          borderColor: 'divider',
          '& .MuiTab-root': { minHeight: 48 },
          '& .MuiTab-root.Mui-selected': { color: 'var(--accent-text)' },
        }}
      >
        <Tab
          value="requests"
          label={
            waiting === undefined || waiting === 0 ? t('tab.requests') : t('tab.requestsCount', { count: waiting })
          }
        />
        <Tab value="people" label={t('tab.people')} />
      </Tabs>
      <Box
        role="search"
        aria-label={t('filter')}
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: '1fr 1fr', md: 'minmax(0, 320px) 180px 180px' },
          alignItems: 'start',
        }}
      >
        <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
          <SearchField key={isPeople ? 'people' : 'requests'} value={filter.q} onChange={(q) => change({ q })} />
        </Box>
        {isPeople && (
          <>
            <SelectInput
              label={t('role')}
              value={filter.role ?? ''}
              onChange={(role) => change({ role })}
              options={[all, ...ROLES.map((value) => ({ value, label: t(`navbar:role.${value}`) }))]}
            />
            <SelectInput
              label={t('state.label')}
              value={params.get('state') ?? ''}
              onChange={(state) => change({ state })}
              options={[all, ...STATES_OF_PEOPLE.map((value) => ({ value, label: t(`state.${value}`) }))]}
            />
          </>
        )}
      </Box>
      {list.data === undefined && list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data === undefined && !list.isError && (
        <Card variant="outlined" aria-busy="true" sx={{ px: 1.5, py: 0.5 }}>
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} variant="text" height={64} />
          ))}
        </Card>
      )}
      {list.data !== undefined &&
        list.data.items.length === 0 &&
        (isPeople || filter.q !== '' ? (
          <EmptyState
            title={t('none.title')}
            text={t('none.text')}
            action={
              <Button variant="outlined" color="inherit" onClick={() => change({ q: '', role: '', state: '' })}>
                {t('none.clear')}
              </Button>
            }
          />
        ) : (
          <EmptyState title={t('noRequests.title')} text={t('noRequests.text')} icon="check" />
        ))}
      {list.data !== undefined && list.data.items.length > 0 && (
        <Card variant="outlined" aria-busy={list.isPlaceholderData}>
          <Box
            component="ul"
            aria-label={t(isPeople ? 'tab.people' : 'tab.requests')}
            sx={{ listStyle: 'none', m: 0, p: 0 }}
          >
            {list.data.items.map((it) => (
              <UserRow key={it.id} user={it} onOpen={() => change({ page: params.get('page') ?? '', user: it.id })} />
            ))}
          </Box>
          <Pager
            page={filter.page}
            size={PAGE_SIZE}
            total={list.data.total}
            onPage={(page) => change({ page: page === 0 ? '' : String(page) })}
          />
        </Card>
      )}
      {isPeople && <SignInRulesCard />}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {shown !== null && (
        <UserDrawer
          key={shown}
          userId={shown}
          NewStore={NewStore}
          onClose={() => change({ page: params.get('page') ?? '', user: '' })}
        />
      )}
    </Box>
  );
}

/** Typed text goes into the address with each letter; the field itself never waits for it. */
function SearchField({ value, onChange }: { readonly value: string; readonly onChange: (q: string) => void }) {
  const { t } = useTranslation('users');
  const [typed, setTyped] = useState(value);
  return (
    <TextInput
      label={t('search')}
      value={typed}
      maxLength={100}
      onChange={(text) => {
        setTyped(text);
        onChange(text.trim());
      }}
    />
  );
}

function readFilter(params: URLSearchParams, isPeople: boolean): UserFilter {
  const page = Number(params.get('page') ?? 0);
  return {
    state: isPeople ? (STATES_OF_PEOPLE.find((it) => it === params.get('state')) ?? 'DECIDED') : 'PENDING',
    role: isPeople ? (ROLES.find((it) => it === params.get('role')) ?? null) : null,
    q: (params.get('q') ?? '').trim().slice(0, 100),
    page: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page : 0,
  };
}
