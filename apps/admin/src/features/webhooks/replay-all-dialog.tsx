import type { WebhookEndpoint } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { zonedDate } from '@munjigi/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useZoneHint } from '../../session/store-choice.ts';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { DateField } from '../../ui/form/time/date-field.tsx';
import { startOfDay } from '../../ui/form/time/store-day.ts';
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
  const submit = () => {
    setWasSent(true);
    if (!isMissing) replay.mutate(startOfDay(since, zone));
  };
  const isOver = replay.data?.remaining === 0;
  return (
    <FormDialog
      title={t('delivery.replayAllTitle')}
      submitLabel={isOver ? undefined : t('delivery.replay')}
      cancelLabel={isOver ? t('close') : undefined}
      sx={{ typography: 'body2', '&&': { pt: 0 } }}
      isBusy={replay.isPending}
      error={replay.error}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
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
