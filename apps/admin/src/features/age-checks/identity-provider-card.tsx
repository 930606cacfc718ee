import type { IdentityProviderSettings } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { SecretInput } from '../../ui/form/secret-input.tsx';
import { useFormat } from '../../ui/format.ts';
import { SectionCard } from '../../ui/section-head.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useIdentityProvider, useSetIdentityProvider } from './age-checks.api.ts';

/** The connection to PortOne for identity checks, and its form for people who can change it (AG-4). */
export function IdentityProviderCard() {
  const { t } = useTranslation('age-checks');
  const can = useCan();
  const { data } = useIdentityProvider(useProduct());
  const [isEditing, setEditing] = useState(false);
  if (data === undefined) return null;
  return (
    <SectionCard
      id="identity-provider"
      title={t('provider.title')}
      testId="identity-provider"
      action={
        can('webhooks:write') && (
          <Button variant="outlined" color="inherit" onClick={() => setEditing(true)} sx={{ minHeight: 40 }}>
            {t(data === null ? 'provider.set' : 'provider.change')}
          </Button>
        )
      }
    >
      <ConnectionLines settings={data} />
      {isEditing && <ConnectionDialog settings={data} onClose={() => setEditing(false)} />}
    </SectionCard>
  );
}

function ConnectionLines({ settings }: { readonly settings: IdentityProviderSettings | null }) {
  const { t } = useTranslation('age-checks');
  const format = useFormat();
  if (settings === null) return <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('provider.none')}</Box>;
  return (
    <Box sx={{ display: 'grid', gap: 0.75, typography: 'body2' }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>{settings.channelKey}</Box>
      {!settings.isAddressAllowed && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          {t('provider.refused', { address: settings.baseUrl })}
        </Alert>
      )}
      <Box sx={{ color: 'text.secondary' }}>
        {t('provider.changedBy', { by: settings.changedBy, at: format.dateTime(settings.changedAt) })}
      </Box>
    </Box>
  );
}

interface ConnectionDialogProps {
  readonly settings: IdentityProviderSettings | null;
  readonly onClose: () => void;
}

/** The secret is write-only: an empty field keeps the stored one. */
function ConnectionDialog(props: ConnectionDialogProps) {
  const { t } = useTranslation('age-checks');
  const form = useConnectionForm(props);
  return (
    <FormDialog
      title={t('provider.title')}
      submitLabel={t('provider.save')}
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.submit}
      onClose={props.onClose}
    >
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('provider.keysAt')}</Box>
      <TextInput label={t('provider.channelKey')} maxLength={200} {...form.fieldOf('channelKey')} />
      <TextInput label={t('provider.merchantId')} maxLength={100} {...form.fieldOf('merchantId')} />
      <SecretInput
        label={t('provider.apiSecret')}
        hint={form.keepsSecret ? t('provider.kept') : undefined}
        {...form.fieldOf('apiSecret')}
      />
    </FormDialog>
  );
}

function useConnectionForm({ settings, onClose }: ConnectionDialogProps) {
  const { t } = useTranslation('age-checks');
  const save = useSetIdentityProvider(useProduct());
  const [draft, setDraft] = useState({
    channelKey: settings?.channelKey ?? '',
    merchantId: settings?.merchantId ?? '',
    apiSecret: '',
  });
  const [wasSent, setWasSent] = useState(false);
  // A secret is for one address: when the provider's own address replaces a refused one, it must be entered again.
  const keepsSecret = settings?.isAddressAllowed === true;
  const isMissing = (field: keyof typeof draft) =>
    draft[field].trim() === '' && !(field === 'apiSecret' && keepsSecret);
  function submit(): void {
    setWasSent(true);
    if (isMissing('channelKey') || isMissing('merchantId') || isMissing('apiSecret')) return;
    const apiSecret = draft.apiSecret.trim();
    const body = {
      channelKey: draft.channelKey.trim(),
      merchantId: draft.merchantId.trim(),
      ...(settings !== null && { version: settings.version }),
      ...(settings !== null && keepsSecret && { baseUrl: settings.baseUrl }),
      ...(apiSecret !== '' && { apiSecret }),
    };
    save.mutate(body, {
      onSuccess: () => {
        toast.success(t('provider.done'));
        onClose();
      },
    });
  }
  return {
    fieldOf: (field: keyof typeof draft) => ({
      value: draft[field],
      onChange: (value: string) => setDraft({ ...draft, [field]: value }),
      error: wasSent && isMissing(field) ? t('provider.missing') : undefined,
    }),
    keepsSecret,
    isBusy: save.isPending,
    error: save.error,
    submit,
  };
}
