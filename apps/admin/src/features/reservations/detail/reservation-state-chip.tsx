import type { ReservationState } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { Icon } from '../../../ui/icon.tsx';
import { STATE_ICONS, useReservationWords } from '../reservation-words.ts';

const COLOUR: Readonly<Record<ReservationState, string>> = {
  PENDING: 'warning.main',
  CONFIRMED: 'info.main',
  IN_USE: 'success.main',
  COMPLETED: 'text.secondary',
  CANCELLED: 'text.secondary',
  EXPIRED: 'text.secondary',
  NO_SHOW: 'error.main',
};

/** A state by icon, colour and words. */
export function ReservationStateChip({ state }: { readonly state: ReservationState }) {
  const words = useReservationWords();
  return (
    <Box
      component="span"
      data-testid="reservation-state"
      data-state={state}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        color: COLOUR[state],
        fontWeight: 600,
        whiteSpace: 'nowrap',
      }}
    >
      <Icon name={STATE_ICONS[state]} size={16} />
      {words.state(state)}
    </Box>
  );
}
