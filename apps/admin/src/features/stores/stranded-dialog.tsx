import type { StrandedReservation } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStoreChoice } from '../../session/store-choice.ts';
import { ConfirmDialog } from '../../ui/form/dialog/confirm-dialog.tsx';
import { BORDERED } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';

interface StrandedDialogProps {
  readonly items: readonly StrandedReservation[];
  readonly count: number;
  /** The store of the reservations; absent: the chosen store. */
  readonly storeId?: string;
  /** The action that the reservations prevent, if it is not the saving of settings. */
  readonly text?: string;
  /** Absent: the change is impossible while the reservations exist. */
  readonly onAnyway?: () => void;
  readonly isBusy?: boolean;
  readonly onClose: () => void;
}

/**
 * The reservations that a change would strand (ST-2). Saving anyway keeps all of them; none is cancelled automatically.
 */
export function StrandedDialog({
  items,
  count,
  storeId,
  text,
  onAnyway,
  isBusy = false,
  onClose,
}: StrandedDialogProps) {
  const { t } = useTranslation('form');
  const format = useFormat();
  const { storeId: chosenId } = useStoreChoice();
  const ofStore = (storeId ?? chosenId) === null ? '' : `store=${storeId ?? chosenId ?? ''}&`;
  return (
    <ConfirmDialog
      title={t('stranded.title', { count })}
      confirmLabel={t(onAnyway === undefined ? 'stranded.understood' : 'stranded.anyway')}
      isBusy={isBusy}
      onConfirm={onAnyway ?? onClose}
      onClose={onClose}
    >
      <Box sx={{ mb: 1.5 }}>{text ?? t(onAnyway === undefined ? 'stranded.impossible' : 'stranded.text')}</Box>
      <Box
        component="ul"
        data-testid="stranded-list"
        sx={{
          display: 'grid',
          gap: 0.5,
          maxHeight: 320,
          overflowY: 'auto',
          ...BORDERED,
          p: 1,
        }}
      >
        {items.map((item) => (
          <Box
            component="li"
            key={item.id}
            sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, py: 0.25, fontVariantNumeric: 'tabular-nums' }}
          >
            <Link to={`/dashboard/reservation?${ofStore}reservation=${item.id}`} target="_blank">
              {item.code}
            </Link>
            <span>{item.roomName}</span>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {format.period(item.startsAt, item.endsAt)}
            </Box>
          </Box>
        ))}
      </Box>
      {count > items.length && (
        <Box sx={{ mt: 1, color: 'text.secondary' }}>{t('stranded.more', { more: count - items.length })}</Box>
      )}
    </ConfirmDialog>
  );
}
