import type { Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { useProduct } from '../../../session/auth.tsx';
import { DialogForm } from '../../../ui/form/dialog/dialog-form.tsx';
import { problemsByPath } from '../../../ui/form/field-errors.ts';
import { SelectInput } from '../../../ui/form/fields.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import {
  toManualBinding,
  checkManualDraft,
  LockFields,
  createManualDraft,
  type ManualDeviceDraft,
} from '../../manual-devices/index.ts';
import { useReplaceLock } from '../doors.api.ts';
import { LockDialog, type LockChoice } from './lock-dialog.tsx';

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
  const replace = useReplaceLock(useProduct(), onReplaced);
  return (
    <LockDialog
      title={t('replace.title', { door: door.name })}
      storeId={door.storeId}
      done={replace.data}
      isReplaced
      renderForm={(choice) => <ReplaceLockForm {...choice} door={door} replace={replace} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

interface ReplaceLockFormProps extends LockChoice {
  readonly door: Door;
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
function useReplaceLockForm({ door, mqttPrefix, locks, replace }: Omit<ReplaceLockFormProps, 'onClose' | 'storeId'>) {
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
      source: lockId === '' ? { binding: toManualBinding(draft) } : { discoveredLockId: lockId },
    });
  }
  const bindingErrorAt = (field: string) => (isChecked ? own[field] : undefined) ?? refused[`source.binding.${field}`];

  return { lockId, chooseLock, lockError, draft, changeDraft, bindingErrorAt, isErrorAtField, submit };
}
