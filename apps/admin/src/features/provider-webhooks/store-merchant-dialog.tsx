import type { StoreMerchant } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ConfirmDialog } from '../../ui/form/dialog/confirm-dialog.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { ConnectionFields, useConnectionForm, WebhookAddress } from './connection-form.tsx';
import { useEndStoreMerchant, useSetStoreMerchant } from './store-merchants.api.ts';
import { PROVIDERS } from './webhooks.api.ts';

type Provider = (typeof PROVIDERS)[number];

interface StoreMerchantDialogProps {
  readonly store: { readonly id: string; readonly name: string };
  readonly merchants: readonly StoreMerchant[];
  readonly onDone: () => void;
}

/** The merchant of a store at a provider: its keys (MC-2), and the way back to the merchant of the chain (MC-3). */
export function StoreMerchantDialog({ store, merchants, onDone }: StoreMerchantDialogProps) {
  const [ended, setEnded] = useState<StoreMerchant | null>(null);
  if (ended !== null)
    return <EndDialog store={store} merchant={ended} onDone={onDone} onClose={() => setEnded(null)} />;
  return <MerchantForm store={store} merchants={merchants} onEnd={setEnded} onDone={onDone} />;
}

interface MerchantFormProps extends StoreMerchantDialogProps {
  readonly onEnd: (merchant: StoreMerchant) => void;
}

function useMerchantForm({ store, merchants, onDone }: StoreMerchantDialogProps) {
  const { t } = useTranslation('provider-webhooks');
  const running = (of: Provider) => merchants.find((item) => item.provider === of && item.endedAt === null);
  const [provider, setProvider] = useState<Provider>(PROVIDERS.find((of) => running(of)) ?? 'TOSS');
  const merchant = running(provider);
  const change = useSetStoreMerchant(useProduct());
  const form = useConnectionForm({
    provider,
    settings: merchant,
    needsMerchantId: true,
    failure: change.error,
    send: ({ merchantId = '', ...body }) =>
      change.mutate(
        { ...body, merchantId, storeId: store.id },
        {
          onSuccess: () => {
            toast.success(t('merchants.done'));
            onDone();
          },
        },
      ),
  });
  return {
    form,
    provider,
    merchant,
    isBusy: change.isPending,
    pick(value: string) {
      const picked = PROVIDERS.find((name) => name === value) ?? provider;
      setProvider(picked);
      form.reset(running(picked));
    },
  };
}

function MerchantForm({ onEnd, ...props }: MerchantFormProps) {
  const { store, onDone } = props;
  const { t } = useTranslation('provider-webhooks');
  const product = useProduct();
  const { form, provider, merchant, isBusy, pick } = useMerchantForm(props);
  const isAnother = merchant !== undefined && form.draft.merchantId.trim() !== merchant.merchantId;
  return (
    <FormDialog
      title={t('merchants.dialog', { store: store.name })}
      submitLabel={t('settings.save')}
      cancelLabel={t('close')}
      isBusy={isBusy}
      error={form.error}
      onSubmit={form.submit}
      onClose={onDone}
    >
      <SelectInput
        label={t('provider.label')}
        value={provider}
        options={PROVIDERS.map((value) => ({ value, label: t(`provider.${value}`) }))}
        onChange={pick}
      />
      <ConnectionFields form={form} />
      {isAnother && (
        <Box sx={{ typography: 'body2', color: 'warning.main' }}>
          {t('merchants.replaces', { merchantId: merchant.merchantId })}
        </Box>
      )}
      <WebhookAddress
        provider={provider}
        path={merchant?.webhookPath ?? `/api/v2/${product}/webhook/${provider.toLowerCase()}/${store.id}`}
      />
      {merchant !== undefined && (
        <Button color="error" onClick={() => onEnd(merchant)} sx={{ justifySelf: 'start', minHeight: 40 }}>
          {t('merchants.end')}
        </Button>
      )}
    </FormDialog>
  );
}

interface EndDialogProps extends Pick<StoreMerchantDialogProps, 'store' | 'onDone'> {
  readonly merchant: StoreMerchant;
  readonly onClose: () => void;
}

function EndDialog({ store, merchant, onDone, onClose }: EndDialogProps) {
  const { t } = useTranslation('provider-webhooks');
  const end = useEndStoreMerchant(useProduct());
  const { provider, version, merchantId } = merchant;
  return (
    <ConfirmDialog
      isDangerous
      title={t('merchants.endTitle', { store: store.name })}
      confirmLabel={t('merchants.end')}
      isBusy={end.isPending}
      error={end.error}
      onConfirm={() =>
        end.mutate(
          { storeId: store.id, provider, version },
          {
            onSuccess: () => {
              toast.success(t('merchants.ended'));
              onDone();
            },
          },
        )
      }
      onClose={onClose}
    >
      {t('merchants.endText', { merchantId, provider: t(`provider.${provider}`) })}
    </ConfirmDialog>
  );
}
