import { AGE_DOCUMENTS, type AgeDocument } from '@munjigi/contract/age-values';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';

/** What a person who checks in an unchecked guest answers for: the document that they saw, or why they saw none. */
export interface AdmittedAdult {
  readonly document: AgeDocument | null;
  readonly reason: string;
}

interface AdmitGuestDialogProps {
  readonly isBusy: boolean;
  /** Why the last try failed. */
  readonly error: unknown;
  readonly onAdmit: (adult: AdmittedAdult) => void;
  readonly onClose: () => void;
}

const NO_DOCUMENT = 'NONE';

/** The check-in of a guest who was not checked for age (AG-12). */
export function AdmitGuestDialog({ isBusy, error, onAdmit, onClose }: AdmitGuestDialogProps) {
  const { t } = useTranslation('age-checks');
  const [document, setDocument] = useState<AgeDocument | null>('ID_CARD');
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  function submit(): void {
    setWasSent(true);
    if (reason.trim() !== '') onAdmit({ document, reason: reason.trim() });
  }
  const words = document === null ? 'admit.reason' : 'confirm.reason';
  return (
    <FormDialog
      title={t('admit.title')}
      submitLabel={t('admit.submit')}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ typography: 'body2' }}>{t('admit.about')}</Box>
      <SelectInput
        label={t('confirm.document')}
        value={document ?? NO_DOCUMENT}
        options={[
          ...AGE_DOCUMENTS.map((value) => ({ value, label: t(`documents.${value}`) })),
          { value: NO_DOCUMENT, label: t('admit.none') },
        ]}
        onChange={(value) => setDocument(AGE_DOCUMENTS.find((name) => name === value) ?? null)}
      />
      <TextInput
        label={t(words)}
        hint={t(`${words}Hint`)}
        value={reason}
        onChange={setReason}
        maxLength={200}
        error={wasSent && reason.trim() === '' ? t(`${words}Missing`) : undefined}
      />
    </FormDialog>
  );
}
