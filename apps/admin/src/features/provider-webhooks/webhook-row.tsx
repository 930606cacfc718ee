import type { ProviderWebhook } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { OpeningRow } from '../../ui/list/opening-row.tsx';
import { ToneLabel, type ToneStyle } from '../../ui/tone-chip.tsx';

const TONES: Readonly<Record<ProviderWebhook['state'], ToneStyle>> = {
  RECEIVED: ['history', 'text.secondary'],
  WORKED: ['check', 'success.main'],
  IGNORED: ['info', 'text.secondary'],
  UNMATCHED: ['warning', 'warning.main'],
  REJECTED: ['error', 'error.main'],
  WAITING: ['history', 'warning.main'],
};

export function WebhookStateLabel({ state }: { readonly state: ProviderWebhook['state'] }) {
  const { t } = useTranslation('provider-webhooks');
  return <ToneLabel tone={TONES[state]}>{t(`state.${state}`)}</ToneLabel>;
}

interface ProviderWebhookRowProps {
  readonly webhook: ProviderWebhook;
  readonly onOpen: () => void;
}

/** The row of one message: its state, its provider, when it arrived and how often. */
export function ProviderWebhookRow({ webhook, onOpen }: ProviderWebhookRowProps) {
  const { t } = useTranslation('provider-webhooks');
  const format = useFormat();
  return (
    <OpeningRow
      testId="webhook"
      state={webhook.state}
      columns={{ xs: '1fr auto', md: '130px 130px minmax(0, 1fr) 170px 60px' }}
      onOpen={onOpen}
    >
      <WebhookStateLabel state={webhook.state} />
      <Box component="span" sx={{ justifySelf: { xs: 'end', md: 'start' } }}>
        {t(`provider.${webhook.provider}`)}
      </Box>
      <Box component="span" sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, minWidth: 0, overflowWrap: 'anywhere' }}>
        {webhook.type ?? t('noType')}
        {webhook.reason !== null && (
          <Box component="span" sx={{ color: 'text.secondary' }}>{` · ${t(`reason.${webhook.reason}`)}`}</Box>
        )}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {format.dateTime(webhook.receivedAt)}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', justifySelf: 'end' }}>
        {webhook.times > 1 ? t('times', { count: webhook.times }) : ''}
      </Box>
    </OpeningRow>
  );
}
