import type { WebhookEndpoint } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { zonedDate } from '@munjigi/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useZoneHint } from '../../session/store-choice.ts';
import { DateField } from '../../ui/form/time/date-field.tsx';
import { startOfDay } from '../../ui/form/time/store-day.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { useZone } from '../../ui/time/zone.ts';
import { useReplayAll } from './webhook-deliveries.api.ts';

interface ReplayAllDialogProps {
  readonly endpoint: WebhookEndpoint;
  /** The proposed day, `YYYY-MM-DD`; `null` proposes the day since which deliveries fail. */
  readonly from: string | null;
  readonly onClose: () => void;
}

/** After an outage: sends all failed deliveries since a day again. */
export function ReplayAllDialog({ endpoint, from, onClose }: ReplayAllDialogProps) {
  const { t } = useTranslation(['webhooks', 'form']);
  const replay = useReplayAll(useProduct(), endpoint.id);
  const zone = useZone();
  const zoneHint = useZoneHint();
  const [since, setSince] = useState(
    () => from ?? zonedDate(zone, new Date(endpoint.failingSince ?? endpoint.lastDeliveredAt ?? endpoint.createdAt)),
  );
  const [wasSent, setWasSent] = useState(false);
  const isMissing = !/^\d{4}-\d{2}-\d{2}$/.test(since);
  const now = () => {
    setWasSent(true);
    if (!isMissing && !replay.isPending) replay.mutate(startOfDay(since, zone));
  };
  const isOver = replay.data?.remaining === 0;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="replay-title">
      <DialogTitle id="replay-title">{t('delivery.replayAllTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, typography: 'body2' }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{endpoint.url}</Box>
        {t('delivery.replayAllText')}
        <DateField
          label={t('delivery.since')}
          value={since}
          hint={zoneHint}
          error={wasSent && isMissing ? t('delivery.noSince') : undefined}
          onChange={(day) => {
            setSince(day);
            replay.reset();
          }}
        />
        <ReplayOutcome outcome={replay.data} />
        <ProblemAlert error={replay.error} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {isOver ? t('close') : t('form:cancel')}
        </Button>
        {!isOver && (
          <Button variant="contained" aria-disabled={replay.isPending} onClick={now}>
            {t('delivery.replay')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

interface ReplayOutcomeProps {
  /** `undefined` until something was sent again. */
  readonly outcome: { readonly replayed: number; readonly remaining: number } | undefined;
}

/** How many deliveries were sent again and how many are left, announced to screen readers. */
function ReplayOutcome({ outcome }: ReplayOutcomeProps) {
  const { t } = useTranslation('webhooks');
  return (
    <Box role="status" data-testid="replay-outcome">
      {outcome !== undefined &&
        t(outcome.replayed === 0 ? 'delivery.replayedNone' : 'delivery.replayedCount', { count: outcome.replayed })}
      {outcome !== undefined && outcome.remaining > 0 && ` ${t('delivery.remaining', { count: outcome.remaining })}`}
    </Box>
  );
}
