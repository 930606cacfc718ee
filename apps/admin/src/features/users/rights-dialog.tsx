import type { User, UserDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState, type ComponentType, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useAuthContext, useCan, useProduct } from '../../app/auth.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/toast.ts';
import { GrantList } from './grant-list.tsx';
import { bodyOfRights, draftOfUser, faultOfRights } from './rights-draft.ts';
import { RightsFields } from './rights-fields.tsx';
import { useChangeUser } from './users.api.ts';

/** The form for a new store, which the application passes in. */
export interface NewStoreProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onCreated: (storeId: string) => void;
}

interface RightsDialogProps {
  readonly NewStore: ComponentType<NewStoreProps>;
  readonly user: UserDetail;
  readonly onDone: () => void;
}

/**
 * Approves a request with rights, or changes the name and rights of an account. People cannot change their own rights.
 */
export function RightsDialog({ user, NewStore, onDone }: RightsDialogProps) {
  const { t } = useTranslation(['users', 'form']);
  const isRequest = user.state === 'PENDING';
  const can = useCan();
  const { user: me } = useAuthContext();
  const isOneself = user.id === me?.id;
  const change = useChangeUser(useProduct(), user.id);
  const [name, setName] = useState(user.name);
  const [draft, setDraft] = useState(() => (isRequest ? suggestion(user, me?.stores ?? []) : draftOfUser(user)));
  const [wasSent, setWasSent] = useState(false);
  const [isNewStoreOpen, setIsNewStoreOpen] = useState(false);
  const stores = me?.stores ?? [];
  const isStoreMissing = isRequest && user.requestedStore !== '' && findRequestedStores(user, stores).length === 0;
  const theirs =
    isProblem(change.error) && change.error.code === 'STALE' ? (change.error.current as User | undefined) : undefined;
  const fault = isOneself ? null : faultOfRights(draft);
  const isNameless = !isRequest && name.trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (change.isPending || fault !== null || isNameless) return;
    const version = theirs?.version ?? user.version;
    const rights = isOneself ? {} : bodyOfRights(draft);
    change.mutate(
      isRequest
        ? { verb: 'approve', body: { version, ...bodyOfRights(draft) } }
        : { verb: 'edit', body: { version, name: name.trim(), ...rights } },
      {
        onSuccess: () => {
          toast.success(t(isRequest ? 'approve.done' : 'edit.done', { name: user.name }));
          onDone();
        },
      },
    );
  }

  return (
    <Dialog open onClose={onDone} fullWidth maxWidth="sm" aria-labelledby="rights-title">
      <Box component="form" onSubmit={submit} noValidate sx={{ display: 'contents' }}>
        <DialogTitle id="rights-title" sx={{ overflowWrap: 'anywhere' }}>
          {t(isRequest ? 'approve.title' : 'edit.title', { name: user.name })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          {isRequest && (
            <Box sx={{ typography: 'body2' }}>
              {t('approve.text', { email: user.email, store: user.requestedStore })}
            </Box>
          )}
          {isStoreMissing && can('stores:make') && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
              <Box sx={{ typography: 'body2', color: 'text.secondary', flex: '1 1 200px' }}>{t('approve.noStore')}</Box>
              <Button variant="outlined" color="inherit" onClick={() => setIsNewStoreOpen(true)}>
                {t('approve.newStore', { name: user.requestedStore })}
              </Button>
            </Box>
          )}
          {!isRequest && (
            <TextInput
              label={t('name')}
              value={name}
              onChange={setName}
              maxLength={60}
              error={wasSent && isNameless ? t('form:required') : undefined}
            />
          )}
          {isOneself ? (
            <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('edit.oneself')}</Box>
          ) : (
            <RightsFields
              draft={draft}
              onChange={setDraft}
              storeError={wasSent && fault === 'noStore' ? t('rights.fault.noStore') : undefined}
            />
          )}
          {!isRequest && !isOneself && (
            <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('edit.endsSessions')}</Box>
          )}
          {wasSent && fault !== null && fault !== 'noStore' && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {t(`rights.fault.${fault}`)}
            </Box>
          )}
          {theirs !== undefined && (
            <Box
              role="alert"
              sx={{ border: 1, borderColor: 'warning.main', borderRadius: 1, p: 1.5, typography: 'body2' }}
            >
              <Box sx={{ fontWeight: 600 }}>{t('form:stale.title')}</Box>
              <Box>{theirs.name}</Box>
              <GrantList roles={theirs.roles} stores={theirs.stores} />
              <Box sx={{ color: 'text.secondary' }}>{t('edit.stale')}</Box>
            </Box>
          )}
          {change.error !== null && theirs === undefined && (
            <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
              {problemText(t, change.error)}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onDone}>
            {t('form:cancel')}
          </Button>
          <Button type="submit" variant="contained" aria-disabled={change.isPending}>
            {t(isRequest ? 'approve.now' : 'form:save')}
          </Button>
        </DialogActions>
      </Box>
      {isNewStoreOpen && (
        <NewStore
          name={user.requestedStore}
          onClose={() => setIsNewStoreOpen(false)}
          onCreated={(id) => setDraft((now) => ({ ...now, storeIds: [...now.storeIds, id] }))}
        />
      )}
    </Dialog>
  );
}

type Stores = readonly { readonly id: string; readonly name: string }[];

/** Most requests are from franchisees of the store that they name. */
function suggestion(user: UserDetail, stores: Stores) {
  return {
    roles: [{ role: 'FRANCHISEE' as const, until: null }],
    storeIds: findRequestedStores(user, stores).map(({ id }) => id),
  };
}

/** The stores with the requested name, ignoring spaces and case. */
function findRequestedStores({ requestedStore }: UserDetail, stores: Stores): Stores {
  const bare = (name: string) => name.replace(/\s+/g, '').toLowerCase();
  return stores.filter(({ name }) => bare(name) === bare(requestedStore));
}
