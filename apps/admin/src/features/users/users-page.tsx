import { ROLES } from '@munjigi/contract/roles';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValues, type AddressValues } from '../../session/address-values.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { TAB_STYLE } from '../../ui/form/dialog/dialog-tabs.tsx';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { Pager } from '../../ui/form/pager/pager.tsx';
import { FilterGrid } from '../../ui/list/filter-bar.tsx';
import { pageParam, readWholeNumber } from '../../ui/list/list-position.ts';
import { EmptyList, ListResults, ListSkeleton } from '../../ui/list/list-states.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { NewOwnerBar } from './new-owner.tsx';
import type { NewStoreProps } from './rights-dialog.tsx';
import { SignInRulesCard } from './account/sign-in-rules-card.tsx';
import { UserDrawer } from './user-drawer.tsx';
import { UserRow } from './user-row.tsx';
import { USER_PAGE_SIZE, useUsers, type UserFilter } from './users.api.ts';

const OF_PAGE = ['page', 'user'] as const;
const STATES_OF_PEOPLE = ['ACTIVE', 'DISABLED', 'DECLINED'] as const;
const WAITING: UserFilter = { state: 'PENDING', role: null, q: '', page: 0 };

/** `/dashboard/system/users`: requests for an account, accounts, and their rights (AU-4). */
export function UsersPage({ NewStore }: { readonly NewStore: ComponentType<NewStoreProps> }) {
  const { t } = useTranslation(['users', 'navbar']);
  const { params, change } = useAddressValues(OF_PAGE);
  const isPeople = useIsPeopleTab(params);
  const filter = readUserFilter(params, isPeople);
  const shown = params.get('user');
  const can = useCan();
  const [isInviting, setIsInviting] = useState(false);
  const showUser = (userId: string) => change({ page: params.get('page') ?? '', user: userId });
  return (
    <Box sx={PAGE_STACK}>
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
      <NewOwnerBar />
      <UserTabs isPeople={isPeople} onChange={change} />
      <UserFilters filter={filter} state={params.get('state') ?? ''} isPeople={isPeople} onChange={change} />
      <UserResults filter={filter} isPeople={isPeople} onChange={change} onOpen={showUser} />
      {isPeople && <SignInRulesCard />}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {shown !== null && <UserDrawer key={shown} userId={shown} NewStore={NewStore} onClose={() => showUser('')} />}
    </Box>
  );
}

/**
 * Without a tab in the address the page opens on the requests if one is waiting, otherwise on the people. The choice
 * stays while the page is open.
 */
function useIsPeopleTab(params: URLSearchParams): boolean {
  const tab = params.get('tab');
  const waiting = useUsers(useProduct(), WAITING).data?.total;
  const [first, setFirst] = useState<'people' | 'requests' | null>(null);
  if (first === null && waiting !== undefined) setFirst(waiting > 0 ? 'requests' : 'people');
  return (tab ?? first ?? 'requests') === 'people';
}

interface UserTabsProps {
  readonly isPeople: boolean;
  readonly onChange: AddressValues['change'];
}

function UserTabs({ isPeople, onChange }: UserTabsProps) {
  const { t } = useTranslation('users');
  const waiting = useUsers(useProduct(), WAITING).data?.total;
  return (
    <Tabs
      value={isPeople ? 'people' : 'requests'}
      onChange={(_event, tab: string) => onChange({ tab, q: '', role: '', state: '' })}
      aria-label={t('title')}
      sx={TAB_STYLE}
    >
      <Tab
        value="requests"
        label={waiting === undefined || waiting === 0 ? t('tab.requests') : t('tab.requestsCount', { count: waiting })}
      />
      <Tab value="people" label={t('tab.people')} />
    </Tabs>
  );
}

interface UserFiltersProps {
  readonly filter: UserFilter;
  /** The value in the address: empty for all. */
  readonly state: string;
  readonly isPeople: boolean;
  readonly onChange: AddressValues['change'];
}

function UserFilters({ filter, state, isPeople, onChange }: UserFiltersProps) {
  const { t } = useTranslation(['users', 'navbar']);
  const all = { value: '', label: t('all') };
  return (
    <FilterGrid label={t('filter')} columns="minmax(0, 320px) 180px 180px" alignItems="start">
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <SearchField key={isPeople ? 'people' : 'requests'} value={filter.q} onChange={(q) => onChange({ q })} />
      </Box>
      {isPeople && (
        <>
          <SelectInput
            label={t('role')}
            value={filter.role ?? ''}
            onChange={(role) => onChange({ role })}
            options={[all, ...ROLES.map((value) => ({ value, label: t(`navbar:role.${value}`) }))]}
          />
          <SelectInput
            label={t('state.label')}
            value={state}
            onChange={(value) => onChange({ state: value })}
            options={[all, ...STATES_OF_PEOPLE.map((value) => ({ value, label: t(`state.${value}`) }))]}
          />
        </>
      )}
    </FilterGrid>
  );
}

interface UserResultsProps {
  readonly filter: UserFilter;
  readonly isPeople: boolean;
  readonly onChange: AddressValues['change'];
  readonly onOpen: (userId: string) => void;
}

/** One page of the people that the filter finds. */
function UserResults({ filter, isPeople, onChange, onOpen }: UserResultsProps) {
  const { t } = useTranslation('users');
  const list = useUsers(useProduct(), filter);
  return (
    <ListResults query={list} skeleton={<ListSkeleton rows={4} height={64} />}>
      {({ items, total, isTotalExact }) =>
        items.length === 0 ? (
          <NoUsers isNarrowed={isPeople || filter.q !== ''} onClear={() => onChange({ q: '', role: '', state: '' })} />
        ) : (
          <Card variant="outlined" aria-busy={list.isPlaceholderData}>
            <Box component="ul" aria-label={t(isPeople ? 'tab.people' : 'tab.requests')} sx={PLAIN_LIST}>
              {items.map((user) => (
                <UserRow key={user.id} user={user} onOpen={() => onOpen(user.id)} />
              ))}
            </Box>
            <Pager
              page={filter.page}
              size={USER_PAGE_SIZE}
              total={total}
              isTotalExact={isTotalExact}
              onPage={(page) => onChange({ page: pageParam(page) })}
            />
          </Card>
        )
      }
    </ListResults>
  );
}

function NoUsers({ isNarrowed, onClear }: { readonly isNarrowed: boolean; readonly onClear: () => void }) {
  const { t } = useTranslation('users');
  if (!isNarrowed) return <EmptyList title={t('noRequests.title')} text={t('noRequests.text')} icon="check" />;
  return (
    <EmptyList title={t('none.title')} text={t('none.text')} action={{ text: t('none.clear'), onClick: onClear }} />
  );
}

/** The typed text is written to the address with each letter; the field itself never waits for it. */
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

function readUserFilter(params: URLSearchParams, isPeople: boolean): UserFilter {
  return {
    state: isPeople ? (STATES_OF_PEOPLE.find((state) => state === params.get('state')) ?? 'DECIDED') : 'PENDING',
    role: isPeople ? (ROLES.find((role) => role === params.get('role')) ?? null) : null,
    q: (params.get('q') ?? '').trim().slice(0, 100),
    page: readWholeNumber(params, 'page', 999_999),
  };
}
