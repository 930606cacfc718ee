import type { PaymentProviderSettings } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';

/** The error codes of both providers for a wrong secret. An error that passes begins with its HTTP status. */
const SECRET_WRONG = /^(?:UNAUTHORIZED|FORBIDDEN|INVALID_API_KEY|INCORRECT_BASIC_AUTH_FORMAT)/;

/** Shown if the provider does not answer correctly: what is pending because of it, and what to do. */
export function Trouble({
  trouble: { error, payments, refunds },
}: {
  readonly trouble: NonNullable<PaymentProviderSettings['trouble']>;
}) {
  const { t } = useTranslation('provider-webhooks');
  return (
    <Alert severity="error" data-testid="trouble">
      {SECRET_WRONG.test(error)
        ? t('trouble.secret')
        : error === 'TimeoutError'
          ? t('trouble.late')
          : error === 'TypeError'
            ? t('trouble.unreachable')
            : t('trouble.error', { error })}{' '}
      {t('trouble.payments', { count: payments })}
      {refunds > 0 && ` ${t('trouble.refunds', { count: refunds })}`}
    </Alert>
  );
}
