import type { BodyInputOf, MessageProvider, MessageProviderSettings, setMessageProvider } from '@munjigi/contract';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { useProduct } from '../../app/auth.tsx';
import { problemsByPath, type FieldErrors } from '../../ui/form/field-errors.ts';
import { TextInput } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useSetMessageProvider } from './connections.api.ts';

interface ConnectionDialogProps {
  readonly provider: MessageProvider;
  readonly settings: MessageProviderSettings | undefined;
  readonly onDone: () => void;
}

/** The connection to a provider of messages. The secret is write-only: an empty field keeps the stored one. */
export function ConnectionDialog({ provider, settings, onDone }: ConnectionDialogProps) {
  const { t } = useTranslation('messages');
  const form = useConnectionForm({ provider, settings, onDone });
  return (
    <FormDialog
      title={t('connection.title', { provider: t(`provider.${provider}`) })}
      submitLabel={t('connection.save')}
      maxWidth="sm"
      isBusy={form.isBusy}
      error={form.failure}
      onSubmit={form.submit}
      onClose={onDone}
    >
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(`connection.keysAt.${provider}`)}</Box>
      <FormControlLabel
        label={t('connection.isEnabled')}
        control={
          <Switch checked={form.draft.isEnabled} onChange={(event) => form.edit({ isEnabled: event.target.checked })} />
        }
      />
      {provider === 'SOLAPI' ? <SolapiFields form={form} /> : <SmtpFields form={form} />}
    </FormDialog>
  );
}

type ConnectionForm = ReturnType<typeof useConnectionForm>;
type ConnectionDraft = Pick<
  MessageProviderSettings,
  'account' | 'address' | 'senderPhone' | 'kakaoChannelId' | 'senderEmail' | 'isEnabled'
> & { readonly secret: string };

const EMPTY: ConnectionDraft = {
  account: '',
  address: '',
  secret: '',
  senderPhone: '',
  kakaoChannelId: '',
  senderEmail: '',
  isEnabled: true,
};

function draftOf(settings: MessageProviderSettings | undefined): ConnectionDraft {
  if (settings === undefined) return EMPTY;
  const { account, address, senderPhone, kakaoChannelId, senderEmail, isEnabled } = settings;
  return { account, address, secret: '', senderPhone, kakaoChannelId, senderEmail, isEnabled };
}

function useConnectionForm({ provider, settings, onDone }: ConnectionDialogProps) {
  const { t } = useTranslation(['messages', 'form']);
  const set = useSetMessageProvider(useProduct());
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [wasSent, setWasSent] = useState(false);
  const isSecretKept = keepsSecret(draft, settings);
  const missing: FieldErrors = wasSent ? findMissing(draft, { provider, isSecretKept }, t('form:required')) : {};
  const problem = isProblem(set.error) ? set.error : null;
  const isAddressRefused = problem?.errors?.some(({ code }) => code === 'not_allowed') === true;
  const refused: FieldErrors = {
    ...problemsByPath(t, problem),
    ...(isAddressRefused && { address: t('messages:connection.addressRefused') }),
  };
  const errors: FieldErrors = { ...refused, ...missing };

  function submit(): void {
    setWasSent(true);
    if (Object.keys(findMissing(draft, { provider, isSecretKept }, '')).length > 0) return;
    set.mutate(connectionBody(draft, provider, settings), {
      onSuccess: () => {
        toast.success(t('connection.saved'));
        onDone();
      },
    });
  }

  return {
    draft,
    edit: (change: Partial<ConnectionDraft>) => {
      setDraft({ ...draft, ...change });
      // A STALE refusal stays in view, because another save would be refused in the same way.
      if (problem?.code !== 'STALE') set.reset();
    },
    isSecretKept,
    errorAt: (field: keyof ConnectionDraft) => errors[field],
    isBusy: set.isPending,
    failure: Object.keys(refused).some((field) => field in draft) ? null : set.error,
    submit,
  };
}

/** Whether an empty field keeps the stored secret: a secret belongs to one account at one address. */
function keepsSecret({ account, address }: ConnectionDraft, settings: MessageProviderSettings | undefined): boolean {
  return settings?.hasSecret === true && settings.account === account.trim() && settings.address === address.trim();
}

/** The fields without which the provider sends nothing. */
function findMissing(
  draft: ConnectionDraft,
  { provider, isSecretKept }: { readonly provider: MessageProvider; readonly isSecretKept: boolean },
  words: string,
): FieldErrors {
  const needed: readonly (keyof ConnectionDraft)[] =
    provider === 'SOLAPI' ? ['account', 'senderPhone'] : ['address', 'senderEmail'];
  // A mail server without a user name needs no password.
  const needsSecret = !isSecretKept && (provider === 'SOLAPI' || draft.account.trim() !== '');
  return Object.fromEntries(
    [...needed, ...(needsSecret ? (['secret'] as const) : [])]
      .filter((field) => String(draft[field]).trim() === '')
      .map((field) => [field, words]),
  );
}

function connectionBody(
  draft: ConnectionDraft,
  provider: MessageProvider,
  settings: MessageProviderSettings | undefined,
): BodyInputOf<typeof setMessageProvider> {
  const { secret, ...shown } = draft;
  return {
    provider,
    ...shown,
    ...(settings && { version: settings.version }),
    ...(secret.trim() !== '' && { secret: secret.trim() }),
  };
}

function SolapiFields({ form: { draft, edit, errorAt, isSecretKept } }: { readonly form: ConnectionForm }) {
  const { t } = useTranslation('messages');
  return (
    <>
      <TextInput
        isRequired
        label={t('connection.account.SOLAPI')}
        value={draft.account}
        maxLength={200}
        error={errorAt('account')}
        onChange={(account) => edit({ account })}
      />
      <SecretField
        label={t('connection.secret.SOLAPI')}
        value={draft.secret}
        isKept={isSecretKept}
        error={errorAt('secret')}
        onChange={(secret) => edit({ secret })}
      />
      <TextInput
        isRequired
        label={t('connection.senderPhone')}
        hint={t('connection.senderPhoneHint')}
        value={draft.senderPhone}
        maxLength={24}
        error={errorAt('senderPhone')}
        onChange={(senderPhone) => edit({ senderPhone })}
      />
      <TextInput
        label={t('connection.kakaoChannelId')}
        hint={t('connection.kakaoChannelIdHint')}
        value={draft.kakaoChannelId}
        maxLength={60}
        error={errorAt('kakaoChannelId')}
        onChange={(kakaoChannelId) => edit({ kakaoChannelId })}
      />
    </>
  );
}

function SmtpFields({ form: { draft, edit, errorAt, isSecretKept } }: { readonly form: ConnectionForm }) {
  const { t } = useTranslation('messages');
  return (
    <>
      <TextInput
        isRequired
        label={t('connection.address')}
        hint={t('connection.addressHint')}
        value={draft.address}
        maxLength={200}
        error={errorAt('address')}
        onChange={(address) => edit({ address })}
      />
      <TextInput
        label={t('connection.account.SMTP')}
        value={draft.account}
        maxLength={200}
        error={errorAt('account')}
        onChange={(account) => edit({ account })}
      />
      <SecretField
        label={t('connection.secret.SMTP')}
        value={draft.secret}
        isKept={isSecretKept}
        error={errorAt('secret')}
        onChange={(secret) => edit({ secret })}
      />
      <TextInput
        isRequired
        label={t('connection.senderEmail')}
        hint={t('connection.senderEmailHint')}
        value={draft.senderEmail}
        maxLength={200}
        error={errorAt('senderEmail')}
        onChange={(senderEmail) => edit({ senderEmail })}
      />
    </>
  );
}

interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  /** An empty field keeps the stored secret. */
  readonly isKept: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

function SecretField({ label, value, isKept, error, onChange }: SecretFieldProps) {
  const { t } = useTranslation('messages');
  return (
    <TextField
      type="password"
      size="small"
      fullWidth
      autoComplete="new-password"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error !== undefined}
      helperText={error ?? t(isKept ? 'connection.kept' : 'connection.newSecret')}
      slotProps={{ htmlInput: { maxLength: 300 } }}
    />
  );
}
