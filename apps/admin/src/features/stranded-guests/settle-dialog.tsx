import type { StrandedGuest } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/form/dialog/confirm-dialog.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';
import { isActPossible, useStrandedWords, type StrandedActName } from './stranded-words.ts';

interface SettleDialogProps {
  readonly act: StrandedActName;
  readonly guests: readonly StrandedGuest[];
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onConfirm: (guests: readonly StrandedGuest[]) => void;
  readonly onClose: () => void;
}

/** Shows what will happen to each guest before it happens: the room and the price, the refund, or the message. */
export function SettleDialog({ act, guests, isBusy, error, onConfirm, onClose }: SettleDialogProps) {
  const { t } = useTranslation('stranded');
  const format = useFormat();
  const words = useStrandedWords();
  const hit = guests.filter((guest) => isActPossible(act, guest));
  const left = guests.length - hit.length;
  const amount = hit.reduce((sum, { reservation }) => sum + reservation.paidAmount, 0);
  return (
    <ConfirmDialog
      title={t(`confirm.${act}.title`, { count: hit.length })}
      confirmLabel={t(`confirm.${act}.action`)}
      isDangerous={act === 'CANCEL'}
      isBusy={isBusy}
      error={error}
      onConfirm={() => onConfirm(hit)}
      onClose={onClose}
    >
      <Box sx={{ mb: 1.5 }}>{t(`confirm.${act}.text`, { amount: format.money(amount) })}</Box>
      <Box component="ul" sx={{ ...PLAIN_LIST, maxHeight: 320, overflowY: 'auto', fontVariantNumeric: 'tabular-nums' }}>
        {hit.map((guest) => (
          <Box
            component="li"
            key={guest.reservation.id}
            sx={{ borderTop: 1, borderColor: 'divider', py: 1, overflowWrap: 'anywhere' }}
          >
            <strong>{words.name(guest)}</strong> · {guest.roomName} ·{' '}
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              {words.time(guest)}
            </Box>
            {act === 'MOVE' && (
              <div>
                → {guest.move?.roomName} · {words.difference(guest)}
              </div>
            )}
            {act === 'CANCEL' && <div>{t('refund', { amount: format.money(guest.reservation.paidAmount) })}</div>}
          </Box>
        ))}
      </Box>
      {left > 0 && <Box sx={{ mt: 1.5 }}>{t(`confirm.${act}.left`, { count: left })}</Box>}
    </ConfirmDialog>
  );
}
