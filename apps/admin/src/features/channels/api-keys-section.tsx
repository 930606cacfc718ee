import type { ApiKey } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValues } from '../../session/address-values.ts';
import { useAuthContext, useCan, useProduct } from '../../session/auth.tsx';
import { Unread } from '../../ui/form/unread.tsx';
import { RemoveButton } from '../../ui/list/named-row.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { useApiKeys } from './api-keys.api.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { RowCard } from '../../ui/list/row-card.tsx';

/** API keys of booking channels (RV-9). */
export function ApiKeysSection() {
  const { t } = useTranslation('channels');
  const can = useCan();
  const { params, change } = useAddressValues();
  const isWithRevoked = params.get('revoked') === 'yes';
  const keys = useApiKeys(useProduct(), isWithRevoked);
  const [isAdding, setIsAdding] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const mayWrite = can('api-keys:write');
  return (
    <Box component="section" aria-label={t('title')} sx={{ display: 'grid', gap: 1.5 }}>
      <SectionHead
        title={t('title')}
        text={
          <>
            {t('text')}{' '}
            <a href="/api/docs" target="_blank" rel="noreferrer" style={{ whiteSpace: 'nowrap' }}>
              {t('docs')}
            </a>
          </>
        }
      >
        {mayWrite && (
          <Button variant="contained" onClick={() => setIsAdding(true)}>
            {t('add')}
          </Button>
        )}
      </SectionHead>
      <FormControlLabel
        sx={{ justifySelf: 'start' }}
        control={
          <Checkbox checked={isWithRevoked} onChange={(_event, isOn) => change({ revoked: isOn ? 'yes' : '' })} />
        }
        label={t('showRevoked')}
      />
      <Unread query={keys} height={72} />
      {keys.data?.items.length === 0 && (
        <EmptyState icon="integrations" title={t('emptyTitle')} text={t(mayWrite ? 'emptyText' : 'emptyReadOnly')} />
      )}
      {keys.data !== undefined && keys.data.items.length > 0 && (
        <KeyList apiKeys={keys.data.items} onRevoke={mayWrite ? setRevoking : undefined} />
      )}
      {keys.data !== undefined && keys.data.total > keys.data.items.length && (
        <Box sx={{ typography: 'body2' }}>
          {t('tooMany', { total: keys.data.total, shown: keys.data.items.length })}
        </Box>
      )}
      {isAdding && <NewKeyDialog onClose={() => setIsAdding(false)} />}
      {revoking !== null && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </Box>
  );
}

interface KeyListProps {
  readonly apiKeys: readonly ApiKey[];
  /** `undefined` for people who can only read. */
  readonly onRevoke: ((apiKey: ApiKey) => void) | undefined;
}

function KeyList({ apiKeys, onRevoke }: KeyListProps) {
  return (
    <RowCard>
      {apiKeys.map((apiKey) => (
        <KeyRow
          key={apiKey.id}
          apiKey={apiKey}
          onRevoke={onRevoke !== undefined && apiKey.revokedAt === null ? () => onRevoke(apiKey) : undefined}
        />
      ))}
    </RowCard>
  );
}

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly onRevoke: (() => void) | undefined;
}

function KeyRow({ apiKey, onRevoke }: KeyRowProps) {
  const { t } = useTranslation('channels');
  const format = useFormat();
  const stores = useAuthContext().user?.stores ?? [];
  const reach =
    apiKey.storeIds === null
      ? t('ofAll')
      : t('ofSome', {
          stores: apiKey.storeIds.map((id) => stores.find((store) => store.id === id)?.name ?? id).join(', '),
        });
  const state =
    apiKey.revokedAt === null
      ? apiKey.lastUsedAt === null
        ? t('neverUsed')
        : t('used', { when: format.relative(apiKey.lastUsedAt) })
      : t('revokedAt', { when: format.dateTime(apiKey.revokedAt) });
  return (
    <Box
      component="li"
      data-testid="api-key"
      data-revoked={apiKey.revokedAt !== null}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', p: 1.5 }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {apiKey.name}{' '}
          <Box component="code" sx={{ fontWeight: 400, color: 'text.secondary' }}>
            {t('begins', { prefix: apiKey.prefix })}
          </Box>
          {apiKey.revokedAt !== null && (
            <Box component="span" sx={{ ml: 1, typography: 'caption', fontWeight: 600, color: 'error.main' }}>
              {t('isRevoked')}
            </Box>
          )}
        </Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>{reach}</Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('made', { when: format.dateTime(apiKey.createdAt) })} · {state}
        </Box>
      </Box>
      {onRevoke !== undefined && (
        <RemoveButton text={t('revoke')} label={t('revokeNamed', { name: apiKey.name })} onClick={onRevoke} />
      )}
    </Box>
  );
}
