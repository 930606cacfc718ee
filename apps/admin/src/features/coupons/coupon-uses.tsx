import type { CouponUse } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan, useProduct } from '../../session/auth.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Pager } from '../../ui/form/pager/pager.tsx';
import { useFormat } from '../../ui/format.ts';
import { RowCard } from '../../ui/list/row-card.tsx';
import { useCouponUses, USES_ON_A_PAGE } from './coupons.api.ts';

/** The stays of a coupon, latest first, with what head office owes for them (CP-5). */
export function CouponUses({ couponId }: { readonly couponId: string }) {
  const { t } = useTranslation('coupons');
  const [page, setPage] = useState(0);
  const { data, error, refetch, isPlaceholderData } = useCouponUses(useProduct(), couponId, page);
  return (
    <Box component="section" aria-label={t('use.title')} aria-busy={isPlaceholderData} sx={{ display: 'grid', gap: 1 }}>
      <Box component="h3" sx={{ typography: 'subtitle1', m: 0 }}>
        {t('use.title')}
      </Box>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={96} aria-busy="true" />}
      {data?.items.length === 0 && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('use.none')}</Box>}
      {data !== undefined && data.items.length > 0 && (
        <RowCard label={t('use.title')}>
          {data.items.map((use) => (
            <UseRow key={use.reservationId} use={use} />
          ))}
        </RowCard>
      )}
      <Pager
        page={page}
        size={USES_ON_A_PAGE}
        total={data?.total ?? 0}
        isTotalExact={data?.isTotalExact ?? true}
        onPage={setPage}
      />
    </Box>
  );
}

function UseRow({ use }: { readonly use: CouponUse }) {
  const { t } = useTranslation(['coupons', 'reservations']);
  const format = useFormat();
  const canOpen = useCan()('reservations:read');
  const { reservationId, reservationCode, storeId, storeName, startsAt, state, discountAmount, compensatedAmount } =
    use;
  return (
    <Box
      component="li"
      data-testid="coupon-use"
      sx={{ p: 1.5, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 1.5, typography: 'body2' }}
    >
      <Box sx={{ fontWeight: 600 }}>
        {canOpen ? (
          <Link to={`/dashboard/reservation?store=${storeId}&reservation=${reservationId}`}>{reservationCode}</Link>
        ) : (
          reservationCode
        )}
      </Box>
      <Box sx={{ textAlign: 'end', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        −{format.money(discountAmount)}
      </Box>
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {storeName} · {format.dateTime(startsAt)} · {t(`reservations:state.${state}`)}
      </Box>
      <Box sx={{ textAlign: 'end', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {compensatedAmount !== null && t('use.compensated', { amount: format.money(compensatedAmount) })}
      </Box>
    </Box>
  );
}
