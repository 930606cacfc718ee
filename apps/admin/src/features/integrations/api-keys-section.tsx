import type { ApiKey } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValues } from '../../app/address-values.ts';
import { useAuthContext, useCan, useProduct } from '../../app/auth.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { useApiKeys } from './integrations.api.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

/** API keys of booking channels (RV-9). */
export function ApiKeysSection() {
  const { t } = useTranslation('integrations');
  const can = useCan();
  const { params, change } = useAddressValues();
  const isWithRevoked = params.get('revoked') === 'yes';
  const keys = useApiKeys(useProduct(), isWithRevoked);
  const [isAdding, setIsAdding] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const mayWrite = can('api-keys:write');
  return (
    <Box component="section" aria-label={t('keys.title')} sx={{ display: 'grid', gap: 1.5 }}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', justifyContent: 'space-between' }}
      >
        <Box sx={{ flex: '1 1 300px' }}>
          <Box component="h2" sx={{ typography: 'h6', m: 0 }}>
            {t('keys.title')}
          </Box>
          <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '64ch' }}>
            {t('keys.text')}{' '}
            <a href="/api/docs" target="_blank" rel="noreferrer" style={{ whiteSpace: 'nowrap' }}>
              {t('keys.docs')}
            </a>
          </Box>
        </Box>
        {mayWrite && (
          <Button variant="contained" onClick={() => setIsAdding(true)}>
            {t('keys.add')}
          </Button>
        )}
      </Box>
      <FormControlLabel
        sx={{ justifySelf: 'start' }}
        control={
          <Checkbox checked={isWithRevoked} onChange={(_event, isOn) => change({ revoked: isOn ? 'yes' : '' })} />
        }
        label={t('keys.showRevoked')}
      />
      {keys.data === undefined && keys.isError && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data === undefined && !keys.isError && <Skeleton variant="rounded" height={72} aria-busy="true" />}
      {keys.data?.items.length === 0 && (
        <EmptyState
          icon="integrations"
          title={t('keys.emptyTitle')}
          text={t(mayWrite ? 'keys.emptyText' : 'keys.emptyReadOnly')}
        />
      )}
      {keys.data !== undefined && keys.data.items.length > 0 && (
        <Card
          component="ul"
          variant="outlined"
          sx={{ m: 0, p: 0, listStyle: 'none', '& > * + *': { borderTop: 1, borderColor: 'divider' } }}
        >
          {keys.data.items.map((key) => (
            <KeyRow
              key={key.id}
              apiKey={key}
              onRevoke={mayWrite && key.revokedAt === null ? () => setRevoking(key) : undefined}
            />
          ))}
        </Card>
      )}
      {keys.data !== undefined && keys.data.total > keys.data.items.length && (
        <Box sx={{ typography: 'body2' }}>
          {t('keys.tooMany', { total: keys.data.total, shown: keys.data.items.length })}
        </Box>
      )}
      {isAdding && <NewKeyDialog onClose={() => setIsAdding(false)} />}
      {revoking !== null && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </Box>
  );
}

function KeyRow({ apiKey: it, onRevoke }: { readonly apiKey: ApiKey; readonly onRevoke: (() => void) | undefined }) {
  const { t } = useTranslation('integrations');
  const format = useFormat();
  const stores = useAuthContext().user?.stores ?? [];
  const reach =
    it.storeIds === null
      ? t('keys.ofAll')
      : t('keys.ofSome', {
          stores: it.storeIds.map((id) => stores.find((store) => store.id === id)?.name ?? id).join(', '),
        });
  const state =
    it.revokedAt === null
      ? it.lastUsedAt === null
        ? t('keys.neverUsed')
        : t('keys.used', { when: format.relative(it.lastUsedAt) })
      : t('keys.revokedAt', { when: format.dateTime(it.revokedAt) });
  return (
    <Box
      component="li"
      data-testid="api-key"
      data-revoked={it.revokedAt !== null}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', p: 1.5 }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {it.name}{' '}
          <Box component="code" sx={{ fontWeight: 400, color: 'text.secondary' }}>
            {t('keys.begins', { prefix: it.prefix })}
          </Box>
          {it.revokedAt !== null && (
            <Box component="span" sx={{ ml: 1, typography: 'caption', fontWeight: 600, color: 'error.main' }}>
              {t('keys.isRevoked')}
            </Box>
          )}
        </Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>{reach}</Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('keys.made', { when: format.dateTime(it.createdAt) })} · {state}
        </Box>
      </Box>
      {onRevoke !== undefined && (
        <Button
          color="error"
          variant="outlined"
          onClick={onRevoke}
          aria-label={t('keys.revokeNamed', { name: it.name })}
        >
          {t('keys.revoke')}
        </Button>
      )}
    </Box>
  );
}
