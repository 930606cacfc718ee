import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isProblem } from '../../../api/call.ts';
import { problemText } from '../../../api/problem-text.ts';
import { useCan } from '../../../session/auth.tsx';
import type { useDraftPrice } from './draft-price.ts';
import { ReservationPriceLines } from './reservation-price-lines.tsx';

interface LiveQuoteProps {
  readonly quote: ReturnType<typeof useDraftPrice>['quote'];
  readonly storeId: string;
}

/**
 * The current price of the chosen time, or why it has no price, with the link to the store's prices. Announced to
 * screen readers.
 */
export function LiveQuote({ quote, storeId }: LiveQuoteProps) {
  const { t } = useTranslation('reservations');
  const hasNoPrice = isProblem(quote.error) && quote.error.code === 'NO_PRICE';
  const mayPrice = useCan()('rooms:write');
  return (
    <Box
      role="status"
      aria-busy={quote.isFetching}
      data-testid="live-quote"
      sx={{
        minHeight: 72,
        p: 1.5,
        borderRadius: 1,
        bgcolor: 'var(--hover)',
        opacity: quote.isPlaceholderData ? 0.6 : 1,
      }}
    >
      {quote.error !== null ? (
        <Box sx={{ typography: 'body2', color: 'error.main' }}>
          {problemText(t, quote.error)}
          {hasNoPrice && mayPrice && (
            <>
              {' '}
              <Link to={`/dashboard/store?store=${storeId}&tab=prices`}>{t('price.set')}</Link>
            </>
          )}
        </Box>
      ) : quote.data === undefined ? (
        <Skeleton variant="text" height={28} />
      ) : (
        <ReservationPriceLines total={quote.data.totalAmount} {...linesOf(quote.data)} />
      )}
    </Box>
  );
}

/** A price without add-ons and coupon has no lines of them. */
function linesOf(data: NonNullable<LiveQuoteProps['quote']['data']>) {
  const { lines, addOnLines, discount } = { addOnLines: [], discount: null, ...data };
  return { lines, addOnLines, discount };
}
