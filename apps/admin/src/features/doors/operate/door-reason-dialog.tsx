import type { Door } from '@munjigi/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/dialog/form-dialog.tsx';
import type { DoorAction } from './operate-door.ts';

const LONGEST_REASON = 200;

interface DoorReasonDialogProps {
  readonly door: Door;
  readonly action: DoorAction;
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks a help-desk person for a reason before a door moves (AC-6). */
export function DoorReasonDialog({ door, action, onReason, onClose }: DoorReasonDialogProps) {
  const { t } = useTranslation('doors');
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);

  function submit(): void {
    if (reason.trim() === '') setIsMissing(true);
    else onReason(reason.trim());
  }

  return (
    <FormDialog
      title={t(`reason.title_${action}`, { door: door.name })}
      submitLabel={t(`action.${action}`)}
      cancelLabel={t('reason.cancel')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        autoFocus
        isRequired
        size="medium"
        label={t('reason.label')}
        value={reason}
        onChange={setReason}
        maxLength={LONGEST_REASON}
        hint={t('reason.hint')}
        error={isMissing ? t('reason.required') : undefined}
      />
    </FormDialog>
  );
}
