import type { DepositCandidate } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { BORDERED, ROW } from '../../ui/form/layouts.ts';

/** A reservation that a person may match a deposit to. */
export type PickableReservation = Pick<DepositCandidate, 'reservationId' | 'code' | 'dueAmount' | 'isPayable'>;

interface PickRowProps {
  readonly reservation: PickableReservation;
  /** The position in the list, from 0; the first three have a key. */
  readonly place?: number;
  readonly title: string;
  readonly text: string;
  readonly note?: string;
  readonly isBusy: boolean;
  readonly onPick: () => void;
}

/** A reservation with the button that matches the deposit to it. */
export function PickRow({ reservation, place, title, text, note, isBusy, onPick }: PickRowProps) {
  const { t } = useTranslation('deposits');
  return (
    <Box
      component="li"
      data-testid="candidate"
      sx={{
        ...ROW,
        p: 1,
        ...BORDERED,
      }}
    >
      {place !== undefined && place < 3 && (
        <Box
          component="kbd"
          aria-hidden
          sx={{
            minWidth: 28,
            textAlign: 'center',
            border: 1,
            borderColor: 'divider',
            borderRadius: 0.5,
            fontFamily: 'inherit',
          }}
        >
          {place + 1}
        </Box>
      )}
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title}</Box>
        <Box sx={{ typography: 'body2', overflowWrap: 'anywhere' }}>{text}</Box>
        {note !== undefined && <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{note}</Box>}
      </Box>
      {reservation.isPayable ? (
        <Button
          variant="contained"
          aria-disabled={isBusy}
          onClick={onPick}
          aria-label={t('pickNamed', { code: reservation.code })}
          sx={{ ml: 'auto' }}
        >
          {t('pick')}
        </Button>
      ) : (
        <Box component="span" sx={{ typography: 'body2', color: 'text.secondary', ml: 'auto' }}>
          {t('notPayable')}
        </Box>
      )}
    </Box>
  );
}
