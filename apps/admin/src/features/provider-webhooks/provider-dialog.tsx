import type { PaymentProviderSettings } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { ConnectionFields, useConnectionForm, WebhookAddress } from './connection-form.tsx';
import { useSetProvider, type PROVIDERS } from './webhooks.api.ts';

interface ProviderDialogProps {
  readonly provider: (typeof PROVIDERS)[number];
  readonly settings: PaymentProviderSettings | undefined;
  readonly onDone: () => void;
}

/** The connection of the chain to a provider. */
export function ProviderDialog({ provider, settings, onDone }: ProviderDialogProps) {
  const { t } = useTranslation('provider-webhooks');
  const product = useProduct();
  const change = useSetProvider(product);
  const form = useConnectionForm({
    provider,
    settings,
    needsMerchantId: false,
    failure: change.error,
    send: (body) =>
      change.mutate(body, {
        onSuccess: () => {
          toast.success(t('settings.done'));
          onDone();
        },
      }),
  });
  return (
    <FormDialog
      title={t('settings.title', { provider: t(`provider.${provider}`) })}
      submitLabel={t('settings.save')}
      cancelLabel={t('close')}
      isBusy={change.isPending}
      error={form.error}
      onSubmit={form.submit}
      onClose={onDone}
    >
      <ConnectionFields form={form} />
      <WebhookAddress
        provider={provider}
        path={settings?.webhookPath ?? `/api/v2/${product}/webhook/${provider.toLowerCase()}`}
      />
    </FormDialog>
  );
}
