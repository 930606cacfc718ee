import type { WebhookEndpoint } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { toast } from '../../ui/toast/toast.ts';
import { ToneLabel, type ToneStyle } from '../../ui/tone-chip.tsx';
import { useEditEndpoint } from './webhook-endpoints.api.ts';

export type EndpointAct = 'test' | 'edit' | 'renew' | 'remove';

const TONES: Readonly<Record<WebhookEndpoint['state'], ToneStyle>> = {
  ENABLED: ['check', 'success.main'],
  DISABLED: ['info', 'text.secondary'],
  FAILING: ['error', 'error.main'],
};

interface WebhookEndpointRowProps {
  readonly endpoint: WebhookEndpoint;
  /** When the list was read, in ms. */
  readonly readAt: number;
  readonly onAct: ((what: EndpointAct) => void) | undefined;
}

/** An endpoint: its address, its messages, whether they are delivered, and the actions on it. */
export function WebhookEndpointRow({ endpoint, readAt, onAct }: WebhookEndpointRowProps) {
  const { t } = useTranslation('webhooks');
  return (
    <Box
      component="li"
      data-testid="webhook-endpoint"
      data-state={endpoint.state}
      sx={{ display: 'grid', gap: 0.75, p: 1.5, typography: 'body2' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.25, alignItems: 'center' }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 }}>{endpoint.url}</Box>
        <ToneLabel tone={TONES[endpoint.state]}>{t(`state.${endpoint.state}`)}</ToneLabel>
      </Box>
      {endpoint.description !== '' && <Box sx={{ overflowWrap: 'anywhere' }}>{endpoint.description}</Box>}
      <Box sx={{ color: 'text.secondary' }}>
        {t('allStores')} · {endpoint.types.map((type) => t(`type.${type}`)).join(', ')}
      </Box>
      <EndpointHealth endpoint={endpoint} readAt={readAt} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5, '&& > *': { minHeight: 44 } }}>
        <Button
          component={Link}
          to={`/dashboard/system/integrations/delivery?endpoint=${endpoint.id}`}
          variant="outlined"
          color="inherit"
          aria-label={t('deliveriesNamed', { url: endpoint.url })}
        >
          {t('history')}
        </Button>
        {onAct !== undefined && <EndpointActions endpoint={endpoint} onAct={onAct} />}
      </Box>
    </Box>
  );
}

/** Since when deliveries fail or are suspended, until when the previous secret is valid, and the last delivery. */
function EndpointHealth({ endpoint, readAt }: Pick<WebhookEndpointRowProps, 'endpoint' | 'readAt'>) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const { state, failingSince, suspendedUntil, previousSecretUntil, lastDeliveredAt, changedAt, changedBy } = endpoint;
  return (
    <>
      {state === 'FAILING' && <Box sx={{ color: 'error.main' }}>{t('failingText')}</Box>}
      {failingSince !== null && (
        <Box sx={{ color: state === 'FAILING' ? 'error.main' : 'warning.main', fontWeight: 600 }}>
          {t('failingSince', { when: format.dateTime(failingSince) })}
        </Box>
      )}
      {state === 'ENABLED' && suspendedUntil !== null && Date.parse(suspendedUntil) > readAt && (
        <Box sx={{ color: 'warning.main' }}>{t('suspended', { until: format.dateTime(suspendedUntil) })}</Box>
      )}
      {previousSecretUntil !== null && Date.parse(previousSecretUntil) > readAt && (
        <Box>{t('previousSecret', { until: format.dateTime(previousSecretUntil) })}</Box>
      )}
      <Box sx={{ color: 'text.secondary' }}>
        {lastDeliveredAt === null
          ? t('neverDelivered')
          : t('lastDelivered', { when: format.dateTime(lastDeliveredAt) })}{' '}
        · {t('changedBy', { when: format.dateTime(changedAt), by: changedBy })}
      </Box>
    </>
  );
}

interface EndpointActionsProps {
  readonly endpoint: WebhookEndpoint;
  readonly onAct: (what: EndpointAct) => void;
}

function EndpointActions({ endpoint, onAct }: EndpointActionsProps) {
  const { t } = useTranslation('webhooks');
  const { url } = endpoint;
  return (
    <>
      {endpoint.state === 'ENABLED' ? (
        <Button variant="outlined" color="inherit" aria-label={t('testNamed', { url })} onClick={() => onAct('test')}>
          {t('test')}
        </Button>
      ) : (
        <EnableButton endpoint={endpoint} />
      )}
      <Button variant="outlined" color="inherit" aria-label={t('editNamed', { url })} onClick={() => onAct('edit')}>
        {t('edit')}
      </Button>
      <Button color="inherit" aria-label={`${t('renew')} ${url}`} onClick={() => onAct('renew')}>
        {t('renew')}
      </Button>
      <Button color="error" aria-label={`${t('remove')} ${url}`} onClick={() => onAct('remove')}>
        {t('remove')}
      </Button>
    </>
  );
}

/** One tap for the most common action here: enabling the endpoint after its receiver was repaired. */
function EnableButton({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useTranslation('webhooks');
  const edit = useEditEndpoint(useProduct(), endpoint.id);
  const enable = () => {
    if (edit.isPending) return;
    edit.mutate(
      { version: endpoint.version, isEnabled: true },
      { onSuccess: () => toast.success(t('enabled')), onError: (error) => toast.error(problemText(t, error)) },
    );
  };
  return (
    <Button
      variant="contained"
      aria-disabled={edit.isPending}
      aria-label={t('enableNamed', { url: endpoint.url })}
      onClick={enable}
    >
      {t('enable')}
    </Button>
  );
}
