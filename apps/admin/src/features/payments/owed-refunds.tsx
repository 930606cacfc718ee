import type { OwedRefund } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';
import { useOwedRefunds } from './owed-refunds.api.ts';

interface OwedRefundsProps {
  readonly storeId: string | null;
  readonly storeName: (id: string) => string;
}

/**
 * Refunds of cancelled reservations that neither a provider nor a person has confirmed, oldest first. Renders nothing
 * without any.
 */
export function OwedRefunds({ storeId, storeName }: OwedRefundsProps) {
  const { t } = useTranslation('refunds');
  const owed = useOwedRefunds(useProduct(), storeId).data;
  if (owed === undefined || owed.total === 0) return null;
  return (
    <Box
      component="section"
      aria-labelledby="owed-refunds"
      data-testid="owed-refunds"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1.5, p: 2, display: 'grid', gap: 1 }}
    >
      <Box component="h2" id="owed-refunds" sx={{ typography: 'h6', m: 0 }}>
        {t('title', { total: owed.total })}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('lead')}</Box>
      <Box component="ul" sx={{ ...PLAIN_LIST, typography: 'body2' }}>
        {owed.items.map((item) => (
          <OwedRefundRow key={item.reservationId} refund={item} storeName={storeName(item.storeId)} />
        ))}
      </Box>
      {owed.total > owed.items.length && (
        <Box sx={{ typography: 'body2' }}>{t('more', { count: owed.total - owed.items.length })}</Box>
      )}
    </Box>
  );
}

function OwedRefundRow({ refund, storeName }: { readonly refund: OwedRefund; readonly storeName: string }) {
  const { t } = useTranslation('refunds');
  const format = useFormat();
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        alignItems: 'baseline',
        justifyContent: 'space-between',
        borderTop: 1,
        borderColor: 'divider',
        py: 1,
        fontVariantNumeric: 'tabular-nums',
        '& a': { display: 'inline-block', minHeight: 24, fontWeight: 600 },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Link
          to={`/dashboard/reservation?store=${refund.storeId}&reservation=${refund.reservationId}`}
          aria-label={t('open', { code: refund.code, guest: refund.guestName })}
        >
          {refund.guestName} {refund.code}
        </Link>
        <Box sx={{ color: 'text.secondary' }}>
          {storeName !== '' && `${storeName} · `}
          <time dateTime={refund.since} title={format.dateTime(refund.since)}>
            {format.relative(refund.since)}
          </time>
        </Box>
      </Box>
      <Box sx={{ flexGrow: 1, textAlign: 'end' }}>
        {refund.parts.map(({ state, amount }) => (
          <Box key={state} data-state={state}>
            {t(`part.${state}`)} <strong>{format.money(amount)}</strong>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
