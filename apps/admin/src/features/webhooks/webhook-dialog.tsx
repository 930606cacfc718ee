import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useCan, useProduct } from '../../app/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { toast } from '../../ui/toast.ts';
import { WebhookState } from './webhook-row.tsx';
import { useReplay, useWebhook } from './webhooks.api.ts';

/** A message as it arrived, without its personal data. Can be processed once more by those with the capability. */
export function WebhookDialog({ webhookId, onClose }: { readonly webhookId: string; readonly onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const can = useCan();
  const product = useProduct();
  const { data: it, error } = useWebhook(product, webhookId);
  const replay = useReplay(product);
  const again = () =>
    replay.mutate(webhookId, {
      onSuccess: () => {
        toast.success(t('replay.done'));
        onClose();
      },
      onError: (problem) => toast.error(problemText(t, problem)),
    });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="webhook-title">
      <DialogTitle id="webhook-title" sx={{ overflowWrap: 'anywhere' }}>
        {it?.type ?? t('message')}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, typography: 'body2' }}>
        {error !== null && (
          <Box role="alert" sx={{ color: 'error.main' }}>
            {problemText(t, error)}
          </Box>
        )}
        {it === undefined && error === null && <Skeleton variant="rounded" height={200} />}
        {it !== undefined && (
          <>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
              <WebhookState state={it.state} />
              <span>{t(`provider.${it.provider}`)}</span>
              <span>{t('cameAt', { at: format.dateTime(it.receivedAt) })}</span>
              {it.times > 1 && (
                <span>{t('timesLong', { count: it.times, at: format.dateTime(it.lastReceivedAt) })}</span>
              )}
            </Box>
            {it.reason !== null && <Box>{t(`reason.${it.reason}`)}</Box>}
            <Raw
              label={t('headers')}
              text={
                Object.entries(it.headers)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join('\n') || t('none')
              }
            />
            <Raw label={t('body')} text={it.body ?? t('notJson', { bytes: format.number(it.bytes) })} />
            {!it.isWhole && (
              <Box data-testid="only-beginning">{t('onlyBeginning', { bytes: format.number(it.bytes) })}</Box>
            )}
            {!it.isWhole && it.digest !== null && (
              <Box sx={{ overflowWrap: 'anywhere', color: 'text.secondary' }}>{`${t('digest')}: ${it.digest}`}</Box>
            )}
            <Box sx={{ color: 'text.secondary' }}>{t('masked')}</Box>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('close')}
        </Button>
        {can('webhooks:write') && it?.isWhole === true && (
          <Button variant="contained" onClick={again} aria-disabled={replay.isPending}>
            {t('replay.now')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Raw({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Box component="section" aria-label={label}>
      <Box sx={{ typography: 'subtitle2', color: 'text.secondary', mb: 0.5 }}>{label}</Box>
      <Box
        component="pre"
        tabIndex={0}
        aria-label={label}
        sx={{
          m: 0,
          p: 1.5,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          overflow: 'auto',
          maxHeight: 320,
          fontSize: 13,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </Box>
    </Box>
  );
}
