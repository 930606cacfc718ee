import type { ReplyOf, readBrokerAccess, StoreBrokerAccount } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { TextInput } from '../../../ui/form/fields.tsx';
import { ActDialog } from '../../../ui/form/dialog/act-dialog.tsx';
import { PLAIN_LIST } from '../../../ui/form/layouts.ts';
import { useFormat } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { useBrokerAccess, useCreateDeviceAccount, useRevokeDeviceAccount } from './broker-access.api.ts';

type Broker = ReplyOf<typeof readBrokerAccess>;

/** What a new lock or bridge must be given to connect: the broker's address and an account (DR-80). */
export function BrokerAccess({ storeId }: { readonly storeId: string }) {
  const { t } = useTranslation('broker');
  const [isOpen, setIsOpen] = useState(false);
  const broker = useBrokerAccess(useProduct(), storeId, isOpen);
  return (
    <Box
      component="details"
      data-testid="broker-access"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      sx={{
        flexShrink: 0,
        maxHeight: '55vh',
        overflowY: 'auto',
        px: 3,
        '& > summary': { py: 1.25, minHeight: 44, cursor: 'pointer', fontWeight: 600 },
      }}
    >
      <summary>{t('title')}</summary>
      {broker.isPending && isOpen && <Skeleton variant="rounded" height={160} aria-busy="true" />}
      <ProblemAlert error={broker.error} />
      {broker.data !== undefined && (
        <Box sx={{ display: 'grid', gap: 2, pb: 2 }}>
          <BrokerFacts broker={broker.data} />
          {broker.data.isEmbedded ? (
            <Accounts storeId={storeId} accounts={broker.data.accounts} />
          ) : (
            <Box sx={{ typography: 'body2' }}>{t('elsewhere')}</Box>
          )}
        </Box>
      )}
    </Box>
  );
}

function BrokerFacts({ broker: { host, port, isEncrypted, isLoopback, topicPrefix } }: { readonly broker: Broker }) {
  const { t } = useTranslation('broker');
  return (
    <>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(isLoopback ? 'loopback' : 'text')}</Box>
      <FactList
        facts={[
          [t('host'), host],
          [t('port'), String(port)],
          [t('tls'), t(isEncrypted ? 'tlsOn' : 'tlsOff')],
          [t('prefix'), `${topicPrefix}/`],
        ]}
      />
    </>
  );
}

interface AccountsProps {
  readonly storeId: string;
  readonly accounts: readonly StoreBrokerAccount[];
}

/** Creates an account, shows its password once, and lists the others to revoke. */
function Accounts({ storeId, accounts }: AccountsProps) {
  const { t } = useTranslation(['broker', 'form']);
  const create = useCreateDeviceAccount(useProduct(), storeId);
  const [name, setName] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [revoking, setRevoking] = useState<StoreBrokerAccount | null>(null);
  const live = accounts.filter((account) => account.revokedAt === null);
  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (create.isPending || name.trim() === '') return;
    create.mutate(name.trim(), {
      onSuccess: () => {
        setName('');
        setIsChecked(false);
      },
    });
  }
  return (
    <>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <TextInput
          label={t('name')}
          value={name}
          maxLength={60}
          hint={t('nameHint')}
          error={isChecked && name.trim() === '' ? t('form:required') : undefined}
          onChange={setName}
        />
        <Button type="submit" variant="outlined" aria-disabled={create.isPending} sx={{ minHeight: 40, flexShrink: 0 }}>
          {t('create')}
        </Button>
      </Box>
      <ProblemAlert error={create.error} />
      {create.data !== undefined && <NewAccount account={create.data} />}
      {live.length > 0 && (
        <Box component="ul" aria-label={t('accounts')} sx={{ ...PLAIN_LIST, display: 'grid', gap: 1 }}>
          {live.map((account) => (
            <AccountRow key={account.id} account={account} onRevoke={() => setRevoking(account)} />
          ))}
        </Box>
      )}
      {revoking !== null && (
        <RevokeAccountDialog storeId={storeId} account={revoking} onClose={() => setRevoking(null)} />
      )}
    </>
  );
}

function NewAccount({ account }: { readonly account: StoreBrokerAccount & { readonly password: string | null } }) {
  const { t } = useTranslation('broker');
  const { userName, password } = account;
  return (
    <Box data-testid="new-device-account" sx={{ display: 'grid', gap: 1.5 }}>
      <Box role="alert" sx={{ typography: 'body2' }}>
        {t(password === null ? 'gone' : 'once')}
      </Box>
      <CopyField label={t('userName')} value={userName} />
      {password !== null && <CopyField label={t('password')} value={password} />}
    </Box>
  );
}

interface AccountRowProps {
  readonly account: StoreBrokerAccount;
  readonly onRevoke: () => void;
}

function AccountRow({ account: { name, userName, createdAt, createdByName }, onRevoke }: AccountRowProps) {
  const { t } = useTranslation('broker');
  const format = useFormat();
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'center', minWidth: 0 }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <strong>{name}</strong> <code>{userName}</code>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('createdBy', { name: createdByName, when: format.dateTime(createdAt) })}
        </Box>
      </Box>
      <Button color="error" aria-label={t('revokeOf', { name })} onClick={onRevoke}>
        {t('revoke')}
      </Button>
    </Box>
  );
}

interface RevokeAccountDialogProps {
  readonly storeId: string;
  readonly account: StoreBrokerAccount;
  readonly onClose: () => void;
}

function RevokeAccountDialog({ storeId, account, onClose }: RevokeAccountDialogProps) {
  const { t } = useTranslation('broker');
  const revoke = useRevokeDeviceAccount(useProduct(), storeId);
  return (
    <ActDialog
      title={t('revokeTitle', { name: account.name })}
      confirmLabel={t('revoke')}
      doneText={t('revoked')}
      mutation={revoke}
      input={account.id}
      onClose={onClose}
    >
      {t('revokeText')}
    </ActDialog>
  );
}
