import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../session/auth.tsx';
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx';

const Overlay = lazy(async () => ({ default: (await import('./payment-link-prompt.tsx')).PaymentLinkOverlay }));

/** Sends an unpaid guest of a list the link to pay, after a confirmation (RV-72, MS-12). */
export function PaymentLinkButton({ reservationId }: { readonly reservationId: string }) {
  const { t } = useTranslation('readiness');
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  if (!can('messages:send')) return null;
  return (
    <>
      <button type="button" className="button button-small" onClick={() => setOpen(true)}>
        {t('unpaidStay.link')}
      </button>
      {isOpen && (
        <ErrorBoundary place="control">
          <Suspense fallback={null}>
            <Overlay reservationId={reservationId} onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
