import type { User, UserDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { useAuthContext, useCan, useProduct } from '../../session/auth.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { GrantList } from './grant-list.tsx';
import { useNewOwnerStore } from './new-owner.tsx';
import { bodyOfRights, draftOfUser, faultOfRights, type RightsDraft } from './rights-draft.ts';
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
  const can = useCan();
  const form = useRightsForm(user, onDone);
  const [isNewStoreOpen, setIsNewStoreOpen] = useState(false);
  const { isRequest, theirs } = form;
  return (
    <>
      <FormDialog
        title={t(isRequest ? 'approve.title' : 'edit.title', { name: user.name })}
        submitLabel={t(isRequest ? 'approve.now' : 'form:save')}
        maxWidth="sm"
        isBusy={form.isPending}
        error={theirs === undefined ? form.error : null}
        onSubmit={form.submit}
        onClose={onDone}
      >
        {isRequest && (
          <Box sx={{ typography: 'body2' }}>{t('approve.text', { email: user.email, store: user.requestedStore })}</Box>
        )}
        {form.isStoreMissing && can('stores:make') && (
          <MissingStore name={user.requestedStore} onCreate={() => setIsNewStoreOpen(true)} />
        )}
        <NameAndRights form={form} />
        {theirs !== undefined && <TheirRights theirs={theirs} />}
      </FormDialog>
      {isNewStoreOpen && (
        <NewStore name={user.requestedStore} onClose={() => setIsNewStoreOpen(false)} onCreated={form.addStore} />
      )}
    </>
  );
}

type RightsForm = ReturnType<typeof useRightsForm>;

/** The name and the rights before they are saved, and the call that saves them. */
function useRightsForm(user: UserDetail, onDone: () => void) {
  const { t } = useTranslation(['users', 'form']);
  const { user: me } = useAuthContext();
  const change = useChangeUser(useProduct(), user.id);
  const isRequest = user.state === 'PENDING';
  const isOneself = user.id === me?.id;
  const stores = me?.stores ?? [];
  const [name, setName] = useState(user.name);
  const ownStore = useNewOwnerStore();
  const [draft, setDraft] = useState(() =>
    withStore(isRequest ? suggestRights(user, stores) : draftOfUser(user), ownStore?.id),
  );
  const [wasSent, setWasSent] = useState(false);
  const fault = isOneself ? null : faultOfRights(draft);
  const isNameless = !isRequest && name.trim() === '';
  const theirs =
    isProblem(change.error) && change.error.code === 'STALE' ? (change.error.current as User | undefined) : undefined;

  function submit(): void {
    setWasSent(true);
    if (fault !== null || isNameless) return;
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

  return {
    isRequest,
    isOneself,
    isStoreMissing: isRequest && user.requestedStore !== '' && findRequestedStores(user, stores).length === 0,
    name,
    setName,
    /** Faults are shown only after the first attempt to save. */
    nameError: wasSent && isNameless ? t('form:required') : undefined,
    draft,
    setDraft,
    addStore: (id: string) => setDraft((now) => ({ ...now, storeIds: [...now.storeIds, id] })),
    shownFault: wasSent ? fault : null,
    isPending: change.isPending,
    error: change.error,
    /** The account as another person saved it meanwhile. */
    theirs,
    submit,
  };
}

function MissingStore({ name, onCreate }: { readonly name: string; readonly onCreate: () => void }) {
  const { t } = useTranslation('users');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Box sx={{ typography: 'body2', color: 'text.secondary', flex: '1 1 200px' }}>{t('approve.noStore')}</Box>
      <Button variant="outlined" color="inherit" onClick={onCreate}>
        {t('approve.newStore', { name })}
      </Button>
    </Box>
  );
}

function NameAndRights({ form }: { readonly form: RightsForm }) {
  const { t } = useTranslation('users');
  const { isRequest, isOneself, shownFault } = form;
  return (
    <>
      {!isRequest && (
        <TextInput label={t('name')} value={form.name} onChange={form.setName} maxLength={60} error={form.nameError} />
      )}
      {isOneself ? (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('edit.oneself')}</Box>
      ) : (
        <RightsFields
          draft={form.draft}
          onChange={form.setDraft}
          storeError={shownFault === 'noStore' ? t('rights.fault.noStore') : undefined}
        />
      )}
      {!isRequest && !isOneself && (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('edit.endsSessions')}</Box>
      )}
      {shownFault !== null && shownFault !== 'noStore' && <ProblemAlert text={t(`rights.fault.${shownFault}`)} />}
    </>
  );
}

/** The account as another person saved it meanwhile. */
function TheirRights({ theirs }: { readonly theirs: User }) {
  const { t } = useTranslation(['users', 'form']);
  return (
    <Box role="alert" sx={{ border: 1, borderColor: 'warning.main', borderRadius: 1, p: 1.5, typography: 'body2' }}>
      <Box sx={{ fontWeight: 600 }}>{t('form:stale.title')}</Box>
      <Box>{theirs.name}</Box>
      <GrantList roles={theirs.roles} stores={theirs.stores} />
      <Box sx={{ color: 'text.secondary' }}>{t('edit.stale')}</Box>
    </Box>
  );
}

type Stores = readonly { readonly id: string; readonly name: string }[];

/** Suggests the franchisee role for the named store, which most requests are for. */
function suggestRights(user: UserDetail, stores: Stores): RightsDraft {
  return {
    roles: [{ role: 'FRANCHISEE', until: null }],
    storeIds: findRequestedStores(user, stores).map(({ id }) => id),
  };
}

/** Adds the store that a franchisee is chosen for; the person sees it before they save. */
function withStore(draft: RightsDraft, storeId: string | undefined): RightsDraft {
  const isFranchisee = draft.roles.some(({ role }) => role === 'FRANCHISEE');
  if (storeId === undefined || !isFranchisee || draft.storeIds.includes(storeId)) return draft;
  return { ...draft, storeIds: [...draft.storeIds, storeId] };
}

/** The stores with the requested name, ignoring spaces and case. */
function findRequestedStores({ requestedStore }: UserDetail, stores: Stores): Stores {
  const bare = (name: string) => name.replace(/\s+/g, '').toLowerCase();
  return stores.filter(({ name }) => bare(name) === bare(requestedStore));
}
