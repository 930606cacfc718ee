import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../../api/problem-text.ts';
import { useFormat } from '../../../../ui/format.ts';

interface PriceDifferenceProps {
  /** The new price; `undefined` while it is requested. */
  readonly next: number | undefined;
  readonly now: number;
  readonly error: unknown;
}

/** The price before and after a change, and the amount to pay or to refund (PR-3). */
export function PriceDifference({ next, now, error }: PriceDifferenceProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const difference = (next ?? now) - now;
  return (
    <Box
      role="status"
      data-testid="price-difference"
      sx={{ typography: 'body2', minHeight: 44, fontVariantNumeric: 'tabular-nums' }}
    >
      {error !== null && error !== undefined ? (
        <Box sx={{ color: 'error.main' }}>{problemText(t, error)}</Box>
      ) : next === undefined ? (
        t('board.pricing')
      ) : (
        <>
          <Box>{t('drawer.priceChange', { before: format.money(now), after: format.money(next) })}</Box>
          <Box sx={{ fontWeight: 600 }}>
            {difference === 0
              ? t('board.same')
              : difference > 0
                ? t('drawer.toPay', { amount: format.money(difference) })
                : t('drawer.toRefund', { amount: format.money(-difference) })}
          </Box>
        </>
      )}
    </Box>
  );
}
