import type { CommandStep, HistoryStatus } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { problemText } from '../../api/problem-text.ts';
import { useCommandWords } from './command-words.ts';
import { useCommandSteps } from './device-history.api.ts';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';

interface CommandTimelineProps {
  readonly commandId: string;
  readonly requestedAt: string;
  /** The status on this screen; another status means that there are further steps to read. */
  readonly status: HistoryStatus;
}

/**
 * All recorded steps of a command, each with its milliseconds after the request and the device's answer. Read when the
 * row is opened.
 */
export function CommandTimeline({ commandId, requestedAt, status }: CommandTimelineProps) {
  const { t } = useTranslation('devices');
  const steps = useCommandSteps(useProduct(), commandId, status);
  if (steps.isError) {
    return (
      <Box role="alert" sx={{ typography: 'body2' }}>
        {problemText(t, steps.error)}{' '}
        <Button size="small" color="inherit" onClick={() => void steps.refetch()}>
          {t('drawer.again')}
        </Button>
      </Box>
    );
  }
  return (
    <Box component="section" aria-label={t('drawer.timeline')} aria-busy={steps.isPending}>
      <Box component="h3" sx={{ typography: 'subtitle2', m: 0, mb: 1 }}>
        {t('drawer.timeline')}
      </Box>
      {steps.isPending && <Skeleton variant="rounded" height={72} />}
      {steps.data !== undefined && (
        <Box
          component="ol"
          data-testid="command-timeline"
          sx={{ ...PLAIN_LIST, display: 'grid', gap: 0.75, typography: 'body2' }}
        >
          {steps.data.steps.map((step) => (
            <Line key={step.id} step={step} requestedAt={requestedAt} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function Line({ step, requestedAt }: { readonly step: CommandStep; readonly requestedAt: string }) {
  const { t } = useTranslation('devices');
  const words = useCommandWords();
  const said = step.note === null ? '' : words.said(step.note);
  return (
    <Box component="li" data-step={step.step} sx={{ display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 2 }}>
      <span>
        {t(`timeline.${step.step}`)}
        {said !== '' && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' '}
            · {said}
          </Box>
        )}
      </span>
      <Box component="time" dateTime={step.at} sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.secondary' }}>
        {words.ms(Math.max(0, Date.parse(step.at) - Date.parse(requestedAt)))}
      </Box>
    </Box>
  );
}
