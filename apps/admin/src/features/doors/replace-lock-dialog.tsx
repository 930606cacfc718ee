import type { Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { useProduct } from '../../app/auth.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { problemsByPath } from '../../ui/form/field-errors.ts';
import { SelectInput } from '../../ui/form/fields.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useStore } from '../stores/index.ts';
import {
  toHandBinding,
  checkManualDraft,
  LockFields,
  createManualDraft,
  type ManualDeviceDraft,
} from '../manual-devices/index.ts';
import { AddedDoorDialog } from './added-door-dialog.tsx';
import { useDiscoveredLocks, useReplaceLock } from './doors.api.ts';

interface ReplaceLockProps {
  readonly door: Door;
  readonly onReplaced: (door: Door) => void;
  readonly onClose: () => void;
}

/**
 * Gives a door another lock: one that was discovered in its store, or one that is set up manually. Then it can be
 * tested.
 */
export function ReplaceLockDialog({ door, onReplaced, onClose }: ReplaceLockProps) {
  const { t } = useTranslation(['doors', 'manual', 'form']);
  const product = useProduct();
  const isPhone = useMediaQuery('(max-width:600px)');
  const store = useStore(product, door.storeId);
  const found = useDiscoveredLocks(product, door.storeId, true);
  const replace = useReplaceLock(product, onReplaced);
  if (replace.data !== undefined) return <AddedDoorDialog door={replace.data} isReplaced onClose={onClose} />;
  const failed = [store, found].find((query) => query.isError && query.data === undefined);
  const locks = (found.data?.items ?? []).filter((lock) => lock.obstacle === null);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={isPhone} aria-labelledby="replace-lock-title">
      <DialogTitle id="replace-lock-title">{t('replace.title', { door: door.name })}</DialogTitle>
      {failed !== undefined && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {failed === undefined && (store.data === undefined || found.data === undefined) && (
        <Skeleton variant="rounded" height={320} aria-busy="true" sx={{ m: 3 }} />
      )}
      {store.data !== undefined && found.data !== undefined && (
        <ReplaceLockForm
          door={door}
          mqttPrefix={store.data.mqttPrefix}
          locks={locks}
          replace={replace}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface ReplaceLockFormProps {
  readonly door: Door;
  readonly mqttPrefix: string;
  readonly locks: readonly { readonly id: string; readonly name: string }[];
  readonly replace: ReturnType<typeof useReplaceLock>;
  readonly onClose: () => void;
}

function ReplaceLockForm(props: ReplaceLockFormProps) {
  const { mqttPrefix, locks, replace, onClose } = props;
  const { t } = useTranslation(['doors', 'manual', 'form']);
  const form = useReplaceLockForm(props);
  return (
    <DialogForm
      testId="replace-lock"
      submitLabel={t(replace.isPending ? 'replace.replacing' : 'replace.confirm')}
      isBusy={replace.isPending}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <Box sx={{ typography: 'body2', display: 'grid', gap: 1 }}>
        <span>{t('replace.text')}</span>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('replace.old')}
        </Box>
      </Box>
      <SelectInput
        label={t('replace.lock')}
        value={form.lockId}
        error={form.lockError}
        hint={locks.length === 0 ? t('replace.noneFound') : undefined}
        options={[
          ...locks.map(({ id, name }) => ({ value: id, label: name })),
          { value: '', label: t('replace.told') },
        ]}
        onChange={form.chooseLock}
      />
      {form.lockId === '' && (
        <LockFields
          draft={form.draft}
          mqttPrefix={mqttPrefix}
          onChange={form.changeDraft}
          errorAt={form.bindingErrorAt}
        />
      )}
      {!form.isErrorAtField && <ProblemAlert error={replace.error} />}
    </DialogForm>
  );
}

/** The chosen or manually set up lock, its problems, and the call. */
function useReplaceLockForm({ door, mqttPrefix, locks, replace }: Omit<ReplaceLockFormProps, 'onClose'>) {
  const { t } = useTranslation(['doors', 'manual', 'form']);
  // Empty: a lock that is set up manually.
  const [lockId, setLockId] = useState(locks[0]?.id ?? '');
  const [draft, setDraft] = useState(() => createManualDraft(mqttPrefix, { driver: 'zigbee2mqtt', kind: 'LOCK' }));
  const [isChecked, setIsChecked] = useState(false);
  const refused = problemsByPath(t, isProblem(replace.error) ? replace.error : null);
  const own = lockId === '' ? checkManualDraft(draft, t) : {};
  const lockError = refused['source.discoveredLockId'];
  const isErrorAtField =
    lockError !== undefined || Object.keys(refused).some((path) => path.startsWith('source.binding.'));

  function chooseLock(id: string): void {
    setLockId(id);
    setIsChecked(false);
    replace.reset();
  }
  function changeDraft(patch: Partial<ManualDeviceDraft>): void {
    setDraft((now) => ({ ...now, ...patch }));
    replace.reset();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (replace.isPending || Object.keys(own).length > 0) return;
    replace.mutate({
      doorId: door.id,
      version: door.version,
      source: lockId === '' ? { binding: toHandBinding(draft) } : { discoveredLockId: lockId },
    });
  }
  const bindingErrorAt = (field: string) => (isChecked ? own[field] : undefined) ?? refused[`source.binding.${field}`];

  return { lockId, chooseLock, lockError, draft, changeDraft, bindingErrorAt, isErrorAtField, submit };
}
