import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { AddOnsSection } from '../features/add-ons/add-ons-section.tsx';
import { PricesSection } from '../features/price-policies/prices-section.tsx';

interface StorePricesProps {
  readonly store: Store;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
}

/** The prices of a store: its policies, and below them its add-ons. */
export function StorePrices(props: StorePricesProps) {
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <PricesSection {...props} />
      <AddOnsSection {...props} />
    </Box>
  );
}
