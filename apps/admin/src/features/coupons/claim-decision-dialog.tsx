import type { CouponClaim } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useDecideClaim } from './coupons.api.ts';

export type ClaimDecision = 'APPROVED' | 'REFUSED';

interface ClaimDecisionDialogProps {
  readonly claim: CouponClaim;
  readonly decision: ClaimDecision;
  readonly onClose: () => void;
}

/** Asks head office for the reason of a decision about a claim, and says what it does. */
export function ClaimDecisionDialog({ claim, decision, onClose }: ClaimDecisionDialogProps) {
  const { t } = useTranslation('coupons');
  const decide = useDecideClaim(useProduct());
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const isReasonMissing = reason.trim() === '';
  function submit(): void {
    setWasSent(true);
    if (isReasonMissing) return;
    decide.mutate(
      { claim, decision, reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success(t(`claim.done.${decision}`));
          onClose();
        },
      },
    );
  }
  return (
    <FormDialog
      title={t(`claim.ask.${decision}`, { code: claim.reservationCode })}
      submitLabel={t(decision === 'APPROVED' ? 'claim.approve' : 'claim.refuse')}
      color={decision === 'APPROVED' ? 'primary' : 'error'}
      isBusy={decide.isPending}
      error={decide.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ typography: 'body2' }}>{t(`claim.effect.${decision}`)}</Box>
      <TextInput
        label={t('claim.reason')}
        value={reason}
        onChange={setReason}
        error={wasSent && isReasonMissing ? t('claim.reasonMissing') : undefined}
        maxLength={200}
      />
    </FormDialog>
  );
}
