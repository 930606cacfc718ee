import type { DepositRelay } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ActDialog } from '../../ui/form/dialog/act-dialog.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { Unread } from '../../ui/form/unread.tsx';
import { useFormat } from '../../ui/format.ts';
import { useRelays, useRevokeRelay } from './deposits.api.ts';
import { NewRelayDialog } from './new-relay-dialog.tsx';
import { RemoveButton } from '../../ui/list/named-row.tsx';
import { LabelledCard } from '../../ui/section-head.tsx';

/** The phones that forward the bank's messages to the store. */
export function RelaysSection({ storeId }: { readonly storeId: string }) {
  const { t } = useTranslation('deposits');
  const relays = useRelays(useProduct(), storeId);
  const [isAdding, setIsAdding] = useState(false);
  const [revoking, setRevoking] = useState<DepositRelay | null>(null);
  return (
    <LabelledCard label={t('relays.title')} sx={{ p: 1.5, display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Box component="h2" sx={{ m: 0, typography: 'subtitle1' }}>
          {t('relays.title')}
        </Box>
        <Button variant="outlined" color="inherit" onClick={() => setIsAdding(true)}>
          {t('relays.add')}
        </Button>
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '70ch' }}>{t('relays.text')}</Box>
      <Unread query={relays} height={56} />
      {relays.data?.items.length === 0 && <Box sx={{ typography: 'body2' }}>{t('relays.none')}</Box>}
      {relays.data !== undefined && relays.data.items.length > 0 && (
        <Box component="ul" sx={{ ...PLAIN_LIST, '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
          {relays.data.items.map((relay) => (
            <RelayRow key={relay.id} relay={relay} onRevoke={() => setRevoking(relay)} />
          ))}
        </Box>
      )}
      {isAdding && <NewRelayDialog storeId={storeId} onClose={() => setIsAdding(false)} />}
      {revoking !== null && <RevokeRelayDialog storeId={storeId} relay={revoking} onClose={() => setRevoking(null)} />}
    </LabelledCard>
  );
}

interface RelayRowProps {
  readonly relay: DepositRelay;
  readonly onRevoke: () => void;
}

function RelayRow({ relay, onRevoke }: RelayRowProps) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  return (
    <Box
      component="li"
      data-testid="relay"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', py: 1 }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{relay.name}</Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('relays.limit', { amount: format.money(relay.mostAutomaticAmount) })} ·{' '}
          {relay.lastUsedAt === null
            ? t('relays.neverUsed')
            : t('relays.used', { when: format.relative(relay.lastUsedAt) })}
        </Box>
      </Box>
      <RemoveButton
        text={t('relays.revoke')}
        label={t('relays.revokeNamed', { name: relay.name })}
        onClick={onRevoke}
      />
    </Box>
  );
}

interface RevokeRelayDialogProps {
  readonly storeId: string;
  readonly relay: DepositRelay;
  readonly onClose: () => void;
}

function RevokeRelayDialog({ storeId, relay, onClose }: RevokeRelayDialogProps) {
  const { t } = useTranslation('deposits');
  const revoke = useRevokeRelay(useProduct(), storeId);
  return (
    <ActDialog
      title={t('relays.revokeTitle', { name: relay.name })}
      confirmLabel={t('relays.revoke')}
      mutation={revoke}
      input={relay.id}
      doneText={t('relays.revoked')}
      onClose={onClose}
    >
      {t('relays.revokeText')}
    </ActDialog>
  );
}
