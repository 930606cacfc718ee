import type { PricePolicy, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { useEditForm } from '../../ui/form/edit-form.ts';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { StaleNotice } from '../../ui/form/stale-notice.tsx';
import { useUndoOffer } from '../../ui/use-undo.ts';
import { bodyOf, checkPolicy, draftOf, fieldsOf, NEW_ID, type PolicyDraft } from './policy-draft.ts';
import { PolicyFields } from './policy-fields.tsx';
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
export function PolicyEditor({ store, rooms, policy, onDraft, onClose }: PolicyEditorProps) {
  const { t } = useTranslation(['prices', 'form']);
  const { create, edit, withdraw } = usePolicyCalls(useProduct(), store.id);
  const offerUndo = useUndoOffer();
  const words = usePolicyWords(store, rooms);
  const [isDeleting, setIsDeleting] = useState(false);
  const [isClosing, setIsClosing] = useState(false);
  const isNew = policy.id === NEW_ID;
  const check = (draft: PolicyDraft) => checkPolicy(draft, store, t);
  const form = useEditForm({
    row: policy,
    draftOf,
    check,
    bodyOf,
    send: (change, { whole }) => (isNew ? create(whole) : edit(policy.id, change)),
    onSaved: (saved) => {
      offerUndo(t('form:saved'), () =>
        isNew ? withdraw(saved) : edit(saved.id, { ...fieldsOf(policy), version: saved.version }),
      );
      setIsClosing(true);
    },
  });
  const { draft, theirs } = form;
  const shown = JSON.stringify(Object.keys(check(draft)).every((path) => path === 'name') ? draft : null);
  useEffect(() => onDraft(JSON.parse(shown) as PolicyDraft | null), [shown, onDraft]);
  // A step later, after the guard has seen that nothing is unsaved.
  useEffect(() => {
    if (isClosing) onClose();
  }, [isClosing, onClose]);

  const describe = (it: PricePolicy | ReturnType<typeof bodyOf>): [string, string][] => [
    [t('policy.name'), it.name],
    [t('policy.rooms'), words.rooms(it)],
    [t('policy.days'), words.days(it)],
    [t('policy.season'), words.season(it)],
    [t('policy.band'), words.band(it)],
    [t('policy.amount'), words.amount(it)],
    [t('policy.headCount'), `${String(it.includedHeadCount)} + ${String(it.extraPersonAmount)}`],
    [t('policy.priority'), String(it.priority)],
  ];
  const mine = describe(bodyOf(draft));
  return (
    <Card
      variant="outlined"
      component="form"
      noValidate
      aria-labelledby="policy-editor"
      data-testid="policy-editor"
      sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', overflow: 'visible' }}
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Box component="h2" id="policy-editor" sx={{ typography: 'h6', m: 0 }}>
        {t(isNew ? 'policy.add' : 'policy.edit')}
      </Box>
      <PolicyFields
        store={store}
        rooms={rooms}
        draft={draft}
        isNew={isNew}
        errorAt={form.errorAt}
        onChange={form.change}
      />
      {theirs !== null && (
        <StaleNotice
          onKeepTheirs={form.keepTheirs}
          rows={describe(theirs).map(([label, value], at) => ({ label, theirs: value, mine: mine[at]?.[1] ?? '' }))}
        />
      )}
      {form.failure !== null && (
        <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
          {form.failure}
        </Box>
      )}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          position: 'sticky',
          bottom: 0,
          bgcolor: 'background.paper',
          py: 1,
          zIndex: 2,
        }}
      >
        {!isNew && (
          <Button color="error" onClick={() => setIsDeleting(true)} sx={{ color: 'error.main' }}>
            {t('policy.delete')}
          </Button>
        )}
        <Box sx={{ flex: 1 }} />
        <Button color="inherit" onClick={onClose}>
          {t('policy.back')}
        </Button>
        <Button type="submit" variant="contained" aria-disabled={form.isSaving}>
          {form.isSaving ? t('form:saving') : t(theirs === null ? 'form:save' : 'form:stale.saveMine')}
        </Button>
      </Box>
      {isDeleting && (
        <DeleteDialog
          store={store}
          policy={policy}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => setIsClosing(true)}
        />
      )}
      <LeaveGuard isDirty={form.isDirty && !isClosing} />
    </Card>
  );
}

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
  const confirm = () =>
    remove.mutate(policy.id, {
      onSuccess: () => {
        offerUndo(t('policy.deleted'), () => create(fieldsOf(policy)));
        onDeleted();
      },
    });
  return (
    <ConfirmDialog
      title={t('policy.deleteTitle', { policy: policy.name })}
      confirmLabel={t('policy.delete')}
      isDangerous
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={confirm}
    >
      {t('policy.deleteText')}
      {remove.error !== null && (
        <Box role="alert" sx={{ mt: 1, color: 'error.main' }}>
          {problemText(t, remove.error)}
        </Box>
      )}
    </ConfirmDialog>
  );
}
