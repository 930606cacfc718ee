import type { MessageProvider, MessageProviderSettings } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { LabelledCard } from '../../../ui/section-head.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { FactList, type Fact } from '../../../ui/fact-list.tsx';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ToneLabel, type ToneStyle } from '../../../ui/tone-chip.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { useMessageProviders } from './connections.api.ts';
import { MESSAGE_PROVIDER_CHOICES } from '../message-choices.ts';
import { useMessageWords } from '../message-words.ts';

/** The providers of messages (MS-9): whether each is set up, its trouble, and the form that changes it. */
export function ConnectionsPart() {
  const { t } = useTranslation('messages');
  const { data, error, refetch } = useMessageProviders(useProduct());
  const [edited, setEdited] = useState<MessageProvider | null>(null);
  if (data === undefined)
    return error === null ? (
      <Skeleton variant="rounded" height={180} aria-busy="true" />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  const found = (provider: MessageProvider) => data.items.find((item) => item.provider === provider);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '64ch' }}>{t('connection.text')}</Box>
      {!data.hasLinks && <Alert severity="info">{t('connection.noLinks')}</Alert>}
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        {MESSAGE_PROVIDER_CHOICES.map((provider) => (
          <ConnectionCard
            key={provider}
            provider={provider}
            settings={found(provider)}
            onEdit={() => setEdited(provider)}
          />
        ))}
      </Box>
      {edited !== null && (
        <ConnectionDialog provider={edited} settings={found(edited)} onDone={() => setEdited(null)} />
      )}
    </Box>
  );
}

interface ConnectionCardProps {
  readonly provider: MessageProvider;
  readonly settings: MessageProviderSettings | undefined;
  readonly onEdit: () => void;
}

function ConnectionCard({ provider, settings, onEdit }: ConnectionCardProps) {
  const { t } = useTranslation('messages');
  const act = settings === undefined ? 'setUp' : 'change';
  return (
    <LabelledCard
      label={t(`provider.${provider}`)}
      testId="message-provider"
      sx={{ p: 2, display: 'grid', alignContent: 'start', gap: 1.25, typography: 'body2' }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 1, minHeight: 40 }}>
        <Box component="h2" sx={{ typography: 'subtitle1', m: 0 }}>
          {t(`provider.${provider}`)}
        </Box>
        <Button
          variant="outlined"
          color="inherit"
          aria-label={t(`connection.${act}Named`, { provider: t(`provider.${provider}`) })}
          onClick={onEdit}
          sx={{ minHeight: 40 }}
        >
          {t(`connection.${act}`)}
        </Button>
      </Box>
      <Box sx={{ color: 'text.secondary' }}>{t(`connection.about.${provider}`)}</Box>
      {settings === undefined ? (
        <Box sx={{ fontWeight: 600 }}>{t('connection.notSetUp')}</Box>
      ) : (
        <ExistingConnection settings={settings} />
      )}
    </LabelledCard>
  );
}

const TONES: Readonly<Record<'on' | 'off' | 'trouble', ToneStyle>> = {
  on: ['check', 'success.main'],
  off: ['close', 'text.secondary'],
  trouble: ['error', 'error.main'],
};

function ExistingConnection({ settings }: { readonly settings: MessageProviderSettings }) {
  const { t } = useTranslation('messages');
  const words = useMessageWords();
  const format = useFormat();
  const { trouble, isEnabled, reportPath, changedBy, changedAt } = settings;
  const state = !isEnabled ? 'off' : trouble === null ? 'on' : 'trouble';
  return (
    <>
      <ToneLabel tone={TONES[state]}>{t(`connection.state.${state}`)}</ToneLabel>
      {trouble !== null && (
        <Alert severity="error" data-testid="message-trouble" sx={{ overflowWrap: 'anywhere' }}>
          {words.error(trouble.error)}{' '}
          {t('connection.waiting', { count: trouble.waiting, when: format.dateTime(trouble.since) })}
        </Alert>
      )}
      <FactList facts={useFacts(settings)} rowGap={0.5} />
      {reportPath !== null && (
        <>
          <Box sx={{ color: 'text.secondary' }}>{t('connection.reportText')}</Box>
          <CopyField label={t('connection.report')} value={`${window.location.origin}${reportPath}`} />
        </>
      )}
      <Box sx={{ color: 'text.secondary' }}>
        {t('connection.changedBy', { by: changedBy, when: format.dateTime(changedAt) })}
      </Box>
    </>
  );
}

function useFacts(settings: MessageProviderSettings): readonly Fact[] {
  const { t } = useTranslation('messages');
  const format = useFormat();
  const { provider, account, address, hasSecret, senderPhone, kakaoChannelId, senderEmail, codeBudget } = settings;
  const shown = (value: string) => (value === '' ? t('connection.empty') : value);
  const secret: Fact = [
    t(`connection.secret.${provider}`),
    t(hasSecret ? 'connection.hasSecret' : 'connection.noSecret'),
  ];
  if (provider === 'SMTP')
    return [
      [t('connection.address'), shown(address)],
      [t('connection.account.SMTP'), shown(account)],
      secret,
      [t('connection.senderEmail'), shown(senderEmail)],
    ];
  return [
    [t('connection.account.SOLAPI'), shown(account)],
    secret,
    [t('connection.senderPhone'), shown(senderPhone)],
    [t('connection.kakaoChannelId'), kakaoChannelId === '' ? t('connection.noAlimtalk') : kakaoChannelId],
    [t('connection.codeBudget'), t('connection.codeBudgetOf', { count: codeBudget, most: format.number(codeBudget) })],
  ];
}
