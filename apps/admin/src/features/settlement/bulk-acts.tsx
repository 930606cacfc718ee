import type { SettlementAct, SettlementSummary } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkDialog } from './bulk-dialog.tsx';

const ACTS = ['SHARE', 'CLOSE', 'PAY'] as const satisfies readonly SettlementAct[];

interface BulkActsProps {
  readonly chosen: readonly SettlementSummary[];
  /** Receives the periods that the act did not reach. */
  readonly onDone: (failedIds: readonly string[]) => void;
}

/** What head office does with several periods at once; each button counts the chosen periods that it can reach. */
export function BulkActs({ chosen, onDone }: BulkActsProps) {
  const { t } = useTranslation('settlement');
  const [started, setStarted] = useState<{ act: SettlementAct; periods: readonly SettlementSummary[] } | null>(null);
  return (
    <Box
      data-testid="bulk-acts"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', p: { xs: 1.5, md: 2 }, pb: 1.5 }}
    >
      <Box sx={{ typography: 'body2', color: 'text.secondary', flexGrow: 1 }}>
        {chosen.length === 0 ? t('bulk.none') : t('bulk.chosen', { n: chosen.length })}
      </Box>
      {ACTS.map((act) => {
        const periods = chosen.filter((period) => isWithin(act, period));
        return (
          <Button
            key={act}
            variant={act === 'SHARE' ? 'outlined' : 'contained'}
            color={act === 'SHARE' ? 'inherit' : 'primary'}
            disabled={periods.length === 0}
            onClick={() => setStarted({ act, periods })}
          >
            {t(`bulk.${act}.button`, { n: periods.length })}
          </Button>
        );
      })}
      {started !== null && (
        <BulkDialog act={started.act} periods={started.periods} onDone={onDone} onClose={() => setStarted(null)} />
      )}
    </Box>
  );
}

/** Whether an act is possible in the state of a period. */
function isWithin(act: SettlementAct, { state, isOver }: SettlementSummary): boolean {
  if (act === 'SHARE') return state === 'OPEN';
  return act === 'CLOSE' ? state === 'OPEN' && isOver : state === 'CLOSED';
}
