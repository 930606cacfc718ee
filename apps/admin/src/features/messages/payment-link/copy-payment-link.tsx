import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useCopyPaymentLink } from '../messages.api.ts';

/**
 * Copies the link to pay, for a person who passes it on (MS-19). The link stays on screen with another copy button, because
 * a browser may refuse the clipboard.
 */
export function CopyPaymentLink({ reservationId }: { readonly reservationId: string }) {
  const { t } = useTranslation(['messages', 'readiness']);
  const can = useCan();
  const copy = useCopyPaymentLink(useProduct());
  if (!can('reservations:write')) return null;
  async function putOnClipboard(address: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      toast.success(t('paymentLink.copied'));
    } catch (error) {
      console.warn('The payment link is not copied', error instanceof Error ? error.name : '');
    }
  }
  const run = () =>
    copy.mutate(reservationId, {
      onSuccess: ({ link }) => {
        if (link !== null) void putOnClipboard(toAddress(link));
      },
    });
  return (
    <Box data-testid="copy-payment-link" sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      {copy.data === undefined && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-disabled={copy.isPending}
          onClick={() => !copy.isPending && run()}
        >
          {t('paymentLink.copy')}
        </Button>
      )}
      {copy.data?.link === null && <Box role="alert">{t('paymentLink.copyGone')}</Box>}
      {copy.data?.link != null && (
        <Box sx={{ display: 'grid', gap: 1, width: '100%' }}>
          <CopyField label={t('readiness:unpaidStay.link')} value={toAddress(copy.data.link)} />
          <Box sx={{ color: 'text.secondary' }}>{t('paymentLink.copyHint')}</Box>
        </Box>
      )}
      <ProblemAlert error={copy.error} />
    </Box>
  );
}

/** The server sends a path while it does not know its own address. */
function toAddress(link: string): string {
  return new URL(link, window.location.origin).href;
}
