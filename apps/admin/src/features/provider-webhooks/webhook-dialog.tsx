import type { WebhookDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { NoticeDialog } from '../../ui/form/dialog/confirm-dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { RawText } from '../../ui/raw-text.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { WebhookStateLabel } from './webhook-row.tsx';
import { useReplay, useWebhook } from './webhooks.api.ts';

/** A message as it arrived, without its personal data. People with the capability can process it again. */
export function WebhookDialog({ webhookId, onClose }: { readonly webhookId: string; readonly onClose: () => void }) {
  const { t } = useTranslation('provider-webhooks');
  const can = useCan();
  const product = useProduct();
  const { data: webhook, error } = useWebhook(product, webhookId);
  const replay = useReplay(product);
  const replayWebhook = () =>
    replay.mutate(webhookId, {
      onSuccess: () => {
        toast.success(t('replay.done'));
        onClose();
      },
      onError: (problem) => toast.error(problemText(t, problem)),
    });
  return (
    <NoticeDialog
      title={webhook?.type ?? t('message')}
      closeLabel={t('close')}
      maxWidth="md"
      sx={{ display: 'grid', gap: 1.5, typography: 'body2' }}
      onClose={onClose}
      action={
        can('webhooks:write') &&
        webhook?.isWhole === true && (
          <Button variant="contained" onClick={replayWebhook} aria-disabled={replay.isPending}>
            {t('replay.now')}
          </Button>
        )
      }
    >
      <ProblemAlert error={error} />
      {webhook === undefined && error === null && <Skeleton variant="rounded" height={200} />}
      {webhook !== undefined && <WebhookContent webhook={webhook} />}
    </NoticeDialog>
  );
}

/** The message: its result, its headers and its body. */
function WebhookContent({ webhook }: { readonly webhook: WebhookDetail }) {
  const { t } = useTranslation('provider-webhooks');
  const format = useFormat();
  const headers = Object.entries(webhook.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <WebhookStateLabel state={webhook.state} />
        <span>{t(`provider.${webhook.provider}`)}</span>
        <span>{t('cameAt', { at: format.dateTime(webhook.receivedAt) })}</span>
        {webhook.times > 1 && (
          <span>{t('timesLong', { count: webhook.times, at: format.dateTime(webhook.lastReceivedAt) })}</span>
        )}
      </Box>
      {webhook.reason !== null && <Box>{t(`reason.${webhook.reason}`)}</Box>}
      <MessagePart label={t('headers')} text={headers.join('\n') || t('none')} />
      <MessagePart label={t('body')} text={webhook.body ?? t('notJson', { bytes: format.number(webhook.bytes) })} />
      {!webhook.isWhole && (
        <Box data-testid="only-beginning">{t('onlyBeginning', { bytes: format.number(webhook.bytes) })}</Box>
      )}
      {!webhook.isWhole && webhook.digest !== null && (
        <Box sx={{ overflowWrap: 'anywhere', color: 'text.secondary' }}>{`${t('digest')}: ${webhook.digest}`}</Box>
      )}
      <Box sx={{ color: 'text.secondary' }}>{t('masked')}</Box>
    </>
  );
}

function MessagePart({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Box component="section" aria-label={label}>
      <Box sx={{ typography: 'subtitle2', color: 'text.secondary', mb: 0.5 }}>{label}</Box>
      <RawText label={label} text={text} />
    </Box>
  );
}
