import type { SettlementSummary } from '@munjigi/contract';
import Chip from '@mui/material/Chip';
import { useTranslation } from 'react-i18next';

/** `OPEN`, and over already: it waits to be closed. */
export function StateChip({ settlement: { state, isOver } }: { readonly settlement: Pick<SettlementSummary, 'state' | 'isOver'> }) {
  const { t } = useTranslation('settlement');
  const word = state === 'OPEN' && isOver ? 'DUE' : state;
  const color = ({ OPEN: 'default', DUE: 'warning', CLOSED: 'info', PAID: 'success' } as const)[word];
  return <Chip size="small" variant="outlined" color={color} label={t(`state.${word}`)} data-state={word} />;
}
