import type { ReadinessCheck, Reservation } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../../session/auth.tsx';
import { PLAIN_LIST } from '../../../../ui/form/layouts.ts';
import { useFormat } from '../../../../ui/format.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { ProblemAlert } from '../../../../ui/states/problem-alert.tsx';
import { classifyGuestReadiness, useEntryChecks, useCheckWords, useObstacleWords } from '../../../readiness/index.ts';
import { Fold } from '../fold.tsx';

/** The results of the checks before the start (NX-1), folded, a line each; renders nothing before the first check. */
export function EntryChecks({
  reservation: { id, startsAt, roomId },
}: {
  readonly reservation: Pick<Reservation, 'id' | 'startsAt' | 'roomId'>;
}) {
  const { t } = useTranslation('readiness');
  const checks = useEntryChecks(useProduct(), id, `${startsAt} ${roomId}`);
  if (checks.isError && checks.data === undefined) return <ProblemAlert error={checks.error} />;
  if (checks.data === undefined || checks.data.items.length === 0) return null;
  return (
    <Fold title={t('check.title')} testId="fold-checks">
      <Box
        component="ul"
        aria-label={t('check.title')}
        data-testid="entry-checks"
        sx={{ ...PLAIN_LIST, my: 1, display: 'grid', gap: 0.5, typography: 'body2' }}
      >
        {checks.data.items.map((check) => (
          <Line key={check.minutesBefore} check={check} />
        ))}
      </Box>
    </Fold>
  );
}

const STAND_COLOUR = { ready: 'success.main', warned: 'warning.main', blocked: 'error.main' } as const;

function Line({ check }: { readonly check: ReadinessCheck }) {
  const { t } = useTranslation('readiness');
  const format = useFormat();
  const when = useCheckWords();
  const words = useObstacleWords();
  const stand = classifyGuestReadiness(check.obstacles);
  const isReady = stand === 'ready';
  const late = check.isLate ? ` (${t('check.late', { time: format.time(check.checkedAt) })})` : '';
  return (
    <Box
      component="li"
      data-ready={isReady}
      sx={{ display: 'grid', gridTemplateColumns: '16px 6.5em 1fr', columnGap: 1, alignItems: 'start' }}
    >
      <Box component="span" sx={{ display: 'flex', pt: '2px', color: STAND_COLOUR[stand] }}>
        <Icon name={isReady ? 'check' : 'warning'} size={16} />
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {when(check)}
      </Box>
      <span>
        {isReady ? t('check.ready') : check.obstacles.map(words).join(' · ')}
        {late}
      </span>
    </Box>
  );
}
