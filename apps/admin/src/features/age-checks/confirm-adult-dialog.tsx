import { AGE_DOCUMENTS, type AgeDocument } from '@munjigi/contract/age-values';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useConfirmAdult } from './age-checks.api.ts';

interface ConfirmAdultDialogProps {
  readonly reservationId: string;
  readonly onClose: () => void;
}

/** Staff saw a document of the guest (AG-10). */
export function ConfirmAdultDialog({ reservationId, onClose }: ConfirmAdultDialogProps) {
  const { t } = useTranslation('age-checks');
  const confirm = useConfirmAdult(useProduct(), reservationId);
  const [document, setDocument] = useState<AgeDocument>('ID_CARD');
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  function submit(): void {
    setWasSent(true);
    if (reason.trim() === '') return;
    confirm.mutate(
      { document, reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success(t('confirm.done'));
          onClose();
        },
      },
    );
  }
  return (
    <FormDialog
      title={t('confirm.title')}
      submitLabel={t('confirm.submit')}
      isBusy={confirm.isPending}
      error={confirm.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ typography: 'body2' }}>{t('confirm.about')}</Box>
      <SelectInput
        label={t('confirm.document')}
        value={document}
        options={AGE_DOCUMENTS.map((value) => ({ value, label: t(`documents.${value}`) }))}
        onChange={(value) => setDocument(AGE_DOCUMENTS.find((name) => name === value) ?? 'OTHER')}
      />
      <TextInput
        label={t('confirm.reason')}
        hint={t('confirm.reasonHint')}
        value={reason}
        onChange={setReason}
        maxLength={200}
        error={wasSent && reason.trim() === '' ? t('confirm.reasonMissing') : undefined}
      />
    </FormDialog>
  );
}
