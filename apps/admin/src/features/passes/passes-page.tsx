import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValues } from '../../session/address-values.ts';
import { useCan } from '../../session/auth.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { TabbedParts } from '../../ui/list/tabbed-parts.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import { OffersPart } from './offers-part.tsx';
import { PassDrawer } from './pass-drawer.tsx';
import { SellPassDialog } from './sell-pass-dialog.tsx';
import { SoldPart } from './sold-part.tsx';

const OF_PAGE = ['page', 'pass'] as const;
const PARTS = ['sold', 'offers'] as const;
type Part = (typeof PARTS)[number];

/** `/dashboard/pass`: the passes of guests, and what the stores sell (PS-1, PS-2). */
export function PassesPage() {
  const { t } = useTranslation('passes');
  const can = useCan();
  const { params, change } = useAddressValues(OF_PAGE);
  const [dialog, setDialog] = useState<'sell' | 'offer' | null>(null);
  const part: Part = params.get('part') === 'offers' ? 'offers' : 'sold';
  const opened = params.get('pass');
  const open = (pass: string) => change({ page: params.get('page') ?? '', pass });
  const close = () => setDialog(null);
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          part === 'sold'
            ? can('payments:write') && (
                <Button variant="contained" onClick={() => setDialog('sell')}>
                  {t('sell.open')}
                </Button>
              )
            : can('stores:write') && (
                <Button variant="contained" onClick={() => setDialog('offer')}>
                  {t('offer.open')}
                </Button>
              )
        }
      />
      <TabbedParts
        id="pass-part"
        label={t('title')}
        names={PARTS}
        value={part}
        labelOf={(name) => t(`part.${name}`)}
        onChange={(next) => change({ part: next === 'sold' ? '' : next, page: '', pass: '', open: '', phone: '' })}
      >
        {part === 'sold' ? (
          <SoldPart params={params} onChange={change} onOpen={open} />
        ) : (
          <OffersPart params={params} onChange={change} />
        )}
      </TabbedParts>
      {opened !== null && <PassDrawer key={opened} passId={opened} onClose={() => open('')} />}
      {dialog === 'sell' && <SellPassDialog onClose={close} onSold={({ id }) => open(id)} />}
      {dialog === 'offer' && <OfferDialog onClose={close} />}
    </Box>
  );
}
