import type { Command, Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { TextInput } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/dialog/form-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { hasFailed, useCommandWords } from '../../devices/index.ts';
import { useHoldOpen, useReservationInUse } from './hold-open.api.ts';

const MINUTES = [15, 30, 60, 180] as const;
const LONGEST_REASON = 200;

/**
 * Opens a door and holds it open: for a while, or until the guests in the room leave. Shows the result of the command
 * in words.
 */
export function HoldOpenDialog({ door, onClose }: { readonly door: Door; readonly onClose: () => void }) {
  const { t } = useTranslation('doors');
  const format = useFormat();
  const product = useProduct();
  const hold = useHoldOpen(product);
  const reservation = useReservationInUse(product, door).data ?? null;
  const [choice, setChoice] = useState('30');
  const [reason, setReason] = useState('');

  function submit(): void {
    const until =
      choice === 'reservation' && reservation !== null
        ? reservation.endsAt
        : new Date(Date.now() + Number(choice) * 60_000).toISOString();
    const body = {
      doorId: door.id,
      until,
      ...(choice === 'reservation' && reservation !== null && { reservationId: reservation.id }),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    };
    hold.mutate(body, {
      onSuccess: (command: Command) => {
        if (hasFailed(command)) return;
        toast.success(t('hold.done', { door: door.name, time: format.time(until) }));
        onClose();
      },
    });
  }

  return (
    <FormDialog
      title={t('hold.title', { door: door.name })}
      submitLabel={t(hold.isPending ? 'running.OPEN' : 'hold.submit')}
      cancelLabel={t('reason.cancel')}
      isBusy={hold.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('hold.text')}</Box>
      <DurationChoice value={choice} reservationEndsAt={reservation?.endsAt} onChange={setChoice} />
      <TextInput label={t('hold.reason')} value={reason} onChange={setReason} maxLength={LONGEST_REASON} />
      <HoldFailure command={hold.data} error={hold.error} />
    </FormDialog>
  );
}

interface DurationChoiceProps {
  readonly value: string;
  /** The end of the reservation in use, which is a choice for the end of the hold. */
  readonly reservationEndsAt: string | undefined;
  readonly onChange: (value: string) => void;
}

function DurationChoice({ value, reservationEndsAt, onChange }: DurationChoiceProps) {
  const { t } = useTranslation('doors');
  const format = useFormat();
  return (
    <RadioGroup aria-label={t('hold.until')} value={value} onChange={(_event, chosen) => onChange(chosen)}>
      {MINUTES.map((minutes) => (
        <FormControlLabel
          key={minutes}
          value={String(minutes)}
          control={<Radio />}
          label={t(minutes < 60 ? 'hold.minutes' : 'hold.hours', { n: minutes < 60 ? minutes : minutes / 60 })}
        />
      ))}
      {reservationEndsAt !== undefined && (
        <FormControlLabel
          value="reservation"
          control={<Radio />}
          label={t('hold.reservation', { time: format.time(reservationEndsAt) })}
        />
      )}
    </RadioGroup>
  );
}

/** Why the door is not held open: the call or the command failed. Empty if neither has. */
function HoldFailure({ command, error }: { readonly command: Command | undefined; readonly error: unknown }) {
  const { t } = useTranslation('doors');
  const words = useCommandWords();
  const failed = command !== undefined && hasFailed(command) ? words.failure(command) : null;
  return (
    <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
      {error !== null
        ? problemText(t, error)
        : failed !== null && (
            <>
              <strong>{failed.what}</strong> {failed.next}
            </>
          )}
    </Box>
  );
}
