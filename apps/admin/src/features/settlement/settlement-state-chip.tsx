import type { SettlementSummary } from '@munjigi/contract';
import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';

/**
 * An `OPEN` settlement whose period has ended can be closed. A `CLOSED` one after its pay day has an overdue payout.
 */
export function SettlementStateChip({
  settlement: { state, isOver, isOverdue },
}: {
  readonly settlement: Pick<SettlementSummary, 'state' | 'isOver' | 'isOverdue'>;
}) {
  const { t } = useTranslation('settlement');
  const word = state === 'OPEN' && isOver ? 'DUE' : isOverdue ? 'OVERDUE' : state;
  const color = ({ OPEN: 'default', DUE: 'warning', CLOSED: 'info', OVERDUE: 'error', PAID: 'success' } as const)[word];
  return <Chip size="small" variant="outlined" color={color} label={t(`state.${word}`)} data-state={word} />;
}
