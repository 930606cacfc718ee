import { normalisePhone } from '@munjigi/typed-text';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useBlockReach } from './block-reach.ts';
import { useBlockGuest, type BlockInput } from './guest-profiles.api.ts';

interface BlockGuestDialogProps {
  /** The reservation of the guest; `null`: the phone number is typed. */
  readonly reservationId: string | null;
  /** The store that is chosen first. */
  readonly storeId: string | null;
  readonly onClose: () => void;
}

const DAY_MS = 24 * 3600_000;
const DAYS = ['30', '90', '180', '365', '1095'] as const;

/** What is typed, and the one request. */
function useBlockForm({ reservationId, storeId, onClose }: BlockGuestDialogProps) {
  const { t } = useTranslation('guest-profiles');
  const block = useBlockGuest(useProduct());
  const { options, first } = useBlockReach(storeId);
  const [reach, setReach] = useState(first);
  const [phone, setPhone] = useState('');
  const [days, setDays] = useState<string>(DAYS[1]);
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const isReasonMissing = reason.trim() === '';
  const isPhoneFaulty = reservationId === null && normalisePhone(phone) === null;
  function submit(): void {
    setWasSent(true);
    if (isReasonMissing || isPhoneFaulty) return;
    const body: BlockInput = {
      storeId: reach === '' ? null : reach,
      guest: reservationId === null ? { phone: phone.trim() } : { reservationId },
      reason: reason.trim(),
      endsAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
    };
    block.mutate(body, {
      onSuccess: () => {
        toast.success(t('block.done'));
        onClose();
      },
    });
  }
  return {
    reach,
    setReach,
    options,
    phone,
    setPhone,
    days,
    setDays,
    reason,
    setReason,
    submit,
    isBusy: block.isPending,
    error: block.error,
    phoneFault: wasSent && isPhoneFaulty ? t('block.phoneFaulty') : undefined,
    reasonFault: wasSent && isReasonMissing ? t('block.reasonMissing') : undefined,
  };
}

/** Refuses new bookings of a guest: where, how long and why (RG-3). */
export function BlockGuestDialog(props: BlockGuestDialogProps) {
  const { t } = useTranslation('guest-profiles');
  const form = useBlockForm(props);
  return (
    <FormDialog
      title={t('block.title')}
      submitLabel={t('block.submit')}
      color="error"
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.submit}
      onClose={props.onClose}
    >
      <Box sx={{ typography: 'body2' }}>{t('block.effect')}</Box>
      {props.reservationId === null && (
        <TextInput
          label={t('block.phone')}
          value={form.phone}
          onChange={form.setPhone}
          error={form.phoneFault}
          maxLength={30}
          autoFocus
        />
      )}
      {form.options.length > 1 && (
        <SelectInput label={t('block.reach')} value={form.reach} onChange={form.setReach} options={form.options} />
      )}
      <SelectInput
        label={t('block.until')}
        value={form.days}
        onChange={form.setDays}
        options={DAYS.map((value) => ({ value, label: t(`block.days.${value}`) }))}
      />
      <TextInput
        label={t('block.reason')}
        value={form.reason}
        onChange={form.setReason}
        hint={t('block.reasonHint')}
        error={form.reasonFault}
        maxLength={200}
      />
    </FormDialog>
  );
}
