import type { PricePolicy, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ActDialog } from '../../ui/form/dialog/act-dialog.tsx';
import { useEditForm } from '../../ui/form/edit-form.ts';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { EditButtons } from '../../ui/form/save-bar.tsx';
import { StaleNotice, compareFacts } from '../../ui/form/stale-notice.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { useUndoOffer } from '../../ui/toast/use-undo.ts';
import {
  toPolicyBody,
  checkPolicy,
  toPolicyDraft,
  pickPolicyFields,
  NEW_POLICY_ID,
  type PolicyDraft,
} from './policy-draft.ts';
import { PolicyFormFields } from './policy-form-fields.tsx';
import { usePolicyWords } from './policy-words.ts';
import { useDeletePolicy, usePolicyCalls } from './prices.api.ts';

interface PolicyEditorProps {
  readonly store: Store;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
  readonly policy: PricePolicy;
  /** Called with every draft that could be saved, for the preview beside it; with `null` for one that could not. */
  readonly onDraft: (draft: PolicyDraft | null) => void;
  readonly onClose: () => void;
}

/** Creates or changes a price policy. The preview beside it shows the prices of the week before anything is saved. */
export function PolicyEditor(props: PolicyEditorProps) {
  const { store, rooms, policy, onClose } = props;
  const { t } = useTranslation('prices');
  const [isDeleting, setIsDeleting] = useState(false);
  const { form, isNew, isClosing, closeSaved } = usePolicyForm(props);
  const { draft, theirs } = form;
  return (
    <Card
      variant="outlined"
      component="form"
      noValidate
      aria-labelledby="policy-editor"
      data-testid="policy-editor"
      sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', overflow: 'visible' }}
      onSubmit={form.submit}
    >
      <Box component="h2" id="policy-editor" sx={{ typography: 'h6', m: 0 }}>
        {t(isNew ? 'policy.add' : 'policy.edit')}
      </Box>
      <PolicyFormFields
        store={store}
        rooms={rooms}
        draft={draft}
        isNew={isNew}
        errorAt={form.errorAt}
        onChange={form.change}
      />
      {theirs !== null && (
        <PolicyVersions store={store} rooms={rooms} theirs={theirs} draft={draft} onKeepTheirs={form.keepTheirs} />
      )}
      <ProblemAlert text={form.failure} />
      <Box sx={ACTIONS}>
        <EditButtons
          form={form}
          removeLabel={t('policy.delete')}
          onRemove={isNew ? null : () => setIsDeleting(true)}
          closeLabel={t('policy.back')}
          onClose={onClose}
        />
      </Box>
      {isDeleting && (
        <DeleteDialog store={store} policy={policy} onClose={() => setIsDeleting(false)} onDeleted={closeSaved} />
      )}
      <LeaveGuard isDirty={form.isDirty && !isClosing} />
    </Card>
  );
}

function usePolicyForm({ store, policy, onDraft, onClose }: PolicyEditorProps) {
  const { t } = useTranslation(['prices', 'form']);
  const { create, edit, withdraw } = usePolicyCalls(useProduct(), store.id);
  const offerUndo = useUndoOffer();
  const [isClosing, setIsClosing] = useState(false);
  const isNew = policy.id === NEW_POLICY_ID;
  const check = (draft: PolicyDraft) => checkPolicy(draft, store, t);
  const form = useEditForm({
    row: policy,
    draftOf: toPolicyDraft,
    check,
    bodyOf: toPolicyBody,
    send: (change, { whole }) => (isNew ? create(whole) : edit(policy.id, change)),
    onSaved: (saved) => {
      offerUndo(t('form:saved'), () =>
        isNew ? withdraw(saved) : edit(saved.id, { ...pickPolicyFields(policy), version: saved.version }),
      );
      setIsClosing(true);
    },
  });
  const { draft } = form;
  const shown = JSON.stringify(Object.keys(check(draft)).every((path) => path === 'name') ? draft : null);
  useEffect(() => onDraft(JSON.parse(shown) as PolicyDraft | null), [shown, onDraft]);
  // Waits one step, until the guard has seen that nothing is unsaved.
  useEffect(() => {
    if (isClosing) onClose();
  }, [isClosing, onClose]);
  return { form, isNew, isClosing, closeSaved: () => setIsClosing(true) };
}

interface PolicyVersionsProps extends Pick<PolicyEditorProps, 'store' | 'rooms'> {
  readonly theirs: PricePolicy;
  readonly draft: PolicyDraft;
  readonly onKeepTheirs: () => void;
}

/** The policy as another person saved it meanwhile, beside the typed one. */
function PolicyVersions({ store, rooms, theirs, draft, onKeepTheirs }: PolicyVersionsProps) {
  const { t } = useTranslation('prices');
  const words = usePolicyWords(store, rooms);
  const describe = (policy: PricePolicy | ReturnType<typeof toPolicyBody>): [string, string][] => [
    [t('policy.name'), policy.name],
    [t('policy.rooms'), words.rooms(policy)],
    [t('policy.days'), words.days(policy)],
    [t('policy.season'), words.season(policy)],
    [t('policy.band'), words.band(policy)],
    [t('policy.amount'), words.amount(policy)],
    [t('policy.headCount'), `${String(policy.includedHeadCount)} + ${String(policy.extraPersonAmount)}`],
    [t('policy.priority'), String(policy.priority)],
  ];
  return (
    <StaleNotice onKeepTheirs={onKeepTheirs} rows={compareFacts(describe(theirs), describe(toPolicyBody(draft)))} />
  );
}

const ACTIONS = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  position: 'sticky',
  bottom: 0,
  bgcolor: 'background.paper',
  py: 1,
  zIndex: 2,
} as const;

interface DeleteDialogProps {
  readonly store: Store;
  readonly policy: PricePolicy;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteDialog({ store, policy, onClose, onDeleted }: DeleteDialogProps) {
  const { t } = useTranslation(['prices', 'form']);
  const product = useProduct();
  const remove = useDeletePolicy(product, store.id);
  const { create } = usePolicyCalls(product, store.id);
  const offerUndo = useUndoOffer();
  return (
    <ActDialog
      title={t('policy.deleteTitle', { policy: policy.name })}
      confirmLabel={t('policy.delete')}
      mutation={remove}
      input={policy.id}
      onDone={() => {
        offerUndo(t('policy.deleted'), () => create(pickPolicyFields(policy)));
        onDeleted();
      }}
      onClose={onClose}
    >
      {t('policy.deleteText')}
    </ActDialog>
  );
}
