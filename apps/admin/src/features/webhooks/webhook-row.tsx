import type { ProviderWebhook } from '@munjigi/contract';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

const LOOKS: Readonly<Record<ProviderWebhook['state'], readonly [icon: IconName, colour: string]>> = {
  RECEIVED: ['history', 'text.secondary'],
  WORKED: ['check', 'success.main'],
  IGNORED: ['info', 'text.secondary'],
  UNMATCHED: ['warning', 'warning.main'],
  REJECTED: ['error', 'error.main'],
  WAITING: ['history', 'warning.main'],
};

/** The state as word, icon and colour. */
export function WebhookState({ state }: { readonly state: ProviderWebhook['state'] }) {
  const { t } = useTranslation('webhooks');
  const [icon, colour] = LOOKS[state];
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: colour, fontWeight: 600 }}
    >
      <Icon name={icon} size={16} />
      {t(`state.${state}`)}
    </Box>
  );
}

/** One message: its state, its provider, when it arrived and how often. */
export function WebhookRow({ webhook, onOpen }: { readonly webhook: ProviderWebhook; readonly onOpen: () => void }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  return (
    <Box
      component="li"
      data-testid="webhook"
      data-state={webhook.state}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      <ButtonBase
        onClick={onOpen}
        sx={{
          width: '100%',
          textAlign: 'left',
          typography: 'body2',
          px: 1.5,
          py: 1.25,
          display: 'grid',
          columnGap: 2,
          rowGap: 0.25,
          alignItems: 'center',
          justifyItems: 'start',
          gridTemplateColumns: { xs: '1fr auto', md: '130px 130px minmax(0, 1fr) 170px 60px' },
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <WebhookState state={webhook.state} />
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
      </ButtonBase>
    </Box>
  );
}
