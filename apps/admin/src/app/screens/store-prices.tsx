import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AddOnsSection } from '../../features/add-ons/add-ons-section.tsx';
import { PricesSection } from '../../features/price-policies/prices-section.tsx';
import { useCan } from '../../session/auth.tsx';

interface StorePricesProps {
  readonly store: Store;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
}

/** The prices of a store: its policies, below them its add-ons, and the way to the coupons that it accepts. */
export function StorePrices(props: StorePricesProps) {
  const { t } = useTranslation('coupons');
  const canSeeCoupons = useCan()('coupons:read');
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <PricesSection {...props} />
      <AddOnsSection {...props} />
      {canSeeCoupons && (
        <Button
          component={Link}
          to={`/dashboard/coupon?store=${props.store.id}`}
          variant="outlined"
          color="inherit"
          sx={{ justifySelf: 'start' }}
        >
          {t('ofStore')}
        </Button>
      )}
    </Box>
  );
}
