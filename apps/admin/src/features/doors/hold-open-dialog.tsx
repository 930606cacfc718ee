import type { Command, Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { TextInput } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/toast.ts';
import { hasFailed, useCommandWords } from '../devices/index.ts';
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
  const words = useCommandWords();
  const product = useProduct();
  const hold = useHoldOpen(product);
  const reservation = useReservationInUse(product, door).data ?? null;
  const [choice, setChoice] = useState('30');
  const [reason, setReason] = useState('');
  const failed = hold.data !== undefined && hasFailed(hold.data) ? words.failure(hold.data) : null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (hold.isPending) return;
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
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="hold-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="hold-title">{t('hold.title', { door: door.name })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1 }}>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('hold.text')}</Box>
          <RadioGroup aria-label={t('hold.until')} value={choice} onChange={(_event, value) => setChoice(value)}>
            {MINUTES.map((minutes) => (
              <FormControlLabel
                key={minutes}
                value={String(minutes)}
                control={<Radio />}
                label={t(minutes < 60 ? 'hold.minutes' : 'hold.hours', { n: minutes < 60 ? minutes : minutes / 60 })}
              />
            ))}
            {reservation !== null && (
              <FormControlLabel
                value="reservation"
                control={<Radio />}
                label={t('hold.reservation', { time: format.time(reservation.endsAt) })}
              />
            )}
          </RadioGroup>
          <TextInput label={t('hold.reason')} value={reason} onChange={setReason} maxLength={LONGEST_REASON} />
          <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
            {hold.error !== null
              ? problemText(t, hold.error)
              : failed !== null && (
                  <>
                    <strong>{failed.what}</strong> {failed.next}
                  </>
                )}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('reason.cancel')}
          </Button>
          <Button type="submit" variant="contained" aria-disabled={hold.isPending}>
            {t(hold.isPending ? 'running.OPEN' : 'hold.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
