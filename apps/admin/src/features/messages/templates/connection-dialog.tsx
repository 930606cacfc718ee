import type { BodyInputOf, MessageProvider, MessageProviderSettings, setMessageProvider } from '@munjigi/contract';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { useProduct } from '../../../session/auth.tsx';
import { problemsByPath, type FieldErrors } from '../../../ui/form/field-errors.ts';
import { NumberInput, TextInput } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/dialog/form-dialog.tsx';
import { SecretInput } from '../../../ui/form/secret-input.tsx';
import { toast } from '../../../ui/toast/toast.ts';
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
> & {
  readonly secret: string;
  /** As it is typed. */
  readonly codeBudget: string;
};

const EMPTY: ConnectionDraft = {
  account: '',
  address: '',
  secret: '',
  senderPhone: '',
  kakaoChannelId: '',
  senderEmail: '',
  isEnabled: true,
  codeBudget: '1000',
};

function draftOf(settings: MessageProviderSettings | undefined): ConnectionDraft {
  if (settings === undefined) return EMPTY;
  const { account, address, senderPhone, kakaoChannelId, senderEmail, isEnabled, codeBudget } = settings;
  return {
    account,
    address,
    secret: '',
    senderPhone,
    kakaoChannelId,
    senderEmail,
    isEnabled,
    codeBudget: String(codeBudget),
  };
}

function useConnectionForm({ provider, settings, onDone }: ConnectionDialogProps) {
  const { t } = useTranslation(['messages', 'form']);
  const set = useSetMessageProvider(useProduct());
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [wasSent, setWasSent] = useState(false);
  const isSecretKept = keepsSecret(draft, settings);
  const isBudgetWrong = provider === 'SOLAPI' && !isCodeBudget(draft.codeBudget);
  const missing: FieldErrors = wasSent
    ? {
        ...findMissing(draft, { provider, isSecretKept }, t('form:required')),
        ...(isBudgetWrong && { codeBudget: t('messages:connection.codeBudgetWrong') }),
      }
    : {};
  const problem = isProblem(set.error) ? set.error : null;
  const isAddressRefused = problem?.errors?.some(({ code }) => code === 'not_allowed') === true;
  const refused: FieldErrors = {
    ...problemsByPath(t, problem),
    ...(isAddressRefused && { address: t('messages:connection.addressRefused') }),
  };
  const errors: FieldErrors = { ...refused, ...missing };

  function submit(): void {
    setWasSent(true);
    if (isBudgetWrong || Object.keys(findMissing(draft, { provider, isSecretKept }, '')).length > 0) return;
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

/** The limits of the contract. */
function isCodeBudget(typed: string): boolean {
  return /^\d{2,6}$/.test(typed.trim()) && Number(typed) >= 50 && Number(typed) <= 100_000;
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
  const { secret, codeBudget, ...shown } = draft;
  return {
    provider,
    ...shown,
    ...(provider === 'SOLAPI' && { codeBudget: Number(codeBudget) }),
    ...(settings && { version: settings.version }),
    ...(secret.trim() !== '' && { secret: secret.trim() }),
  };
}

interface ConnectionFieldsProps {
  readonly form: ConnectionForm;
}

function SolapiFields({ form }: ConnectionFieldsProps) {
  return (
    <>
      <ConnectionField form={form} name="account" label="account.SOLAPI" isRequired />
      <ConnectionSecret form={form} label="secret.SOLAPI" />
      <ConnectionField
        form={form}
        name="senderPhone"
        label="senderPhone"
        hint="senderPhoneHint"
        maxLength={24}
        isRequired
      />
      <ConnectionField
        form={form}
        name="kakaoChannelId"
        label="kakaoChannelId"
        hint="kakaoChannelIdHint"
        maxLength={60}
      />
      <CodeBudgetField form={form} />
    </>
  );
}

function SmtpFields({ form }: ConnectionFieldsProps) {
  return (
    <>
      <ConnectionField form={form} name="address" label="address" hint="addressHint" isRequired />
      <ConnectionField form={form} name="account" label="account.SMTP" />
      <ConnectionSecret form={form} label="secret.SMTP" />
      <ConnectionField form={form} name="senderEmail" label="senderEmail" hint="senderEmailHint" isRequired />
    </>
  );
}

interface ConnectionFieldProps {
  readonly form: ConnectionForm;
  readonly name: 'account' | 'address' | 'senderPhone' | 'kakaoChannelId' | 'senderEmail';
  /** The label and the hint by their keys below `connection` of the texts. */
  readonly label: 'account.SOLAPI' | 'account.SMTP' | 'address' | 'senderPhone' | 'kakaoChannelId' | 'senderEmail';
  readonly hint?: 'addressHint' | 'senderPhoneHint' | 'kakaoChannelIdHint' | 'senderEmailHint';
  readonly maxLength?: number;
  readonly isRequired?: boolean;
}

function ConnectionField({ form, name, label, hint, maxLength = 200, isRequired = false }: ConnectionFieldProps) {
  const { t } = useTranslation('messages');
  return (
    <TextInput
      isRequired={isRequired}
      label={t(`connection.${label}`)}
      hint={hint && t(`connection.${hint}`)}
      value={form.draft[name]}
      maxLength={maxLength}
      error={form.errorAt(name)}
      onChange={(value) => form.edit({ [name]: value })}
    />
  );
}

function CodeBudgetField({ form: { draft, edit, errorAt } }: ConnectionFieldsProps) {
  const { t } = useTranslation('messages');
  return (
    <NumberInput
      isRequired
      label={t('connection.codeBudget')}
      hint={t('connection.codeBudgetHint')}
      unit={t('connection.codeBudgetUnit')}
      value={draft.codeBudget}
      error={errorAt('codeBudget')}
      onChange={(codeBudget) => edit({ codeBudget })}
    />
  );
}

interface ConnectionSecretProps extends ConnectionFieldsProps {
  readonly label: 'secret.SOLAPI' | 'secret.SMTP';
}

function ConnectionSecret({ form: { draft, edit, errorAt, isSecretKept }, label }: ConnectionSecretProps) {
  const { t } = useTranslation('messages');
  return (
    <SecretInput
      label={t(`connection.${label}`)}
      value={draft.secret}
      hint={t(isSecretKept ? 'connection.kept' : 'connection.newSecret')}
      error={errorAt('secret')}
      onChange={(secret) => edit({ secret })}
    />
  );
}
