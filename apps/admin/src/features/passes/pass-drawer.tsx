import type { Pass } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ReplyOf, getPass } from '@munjigi/contract';
import { useCan, useProduct } from '../../session/auth.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { RecordDrawer } from '../../ui/list/record-drawer.tsx';
import { RowCard } from '../../ui/list/row-card.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { RefundDialog } from '../payments/index.ts';
import { usePassWords } from './pass-words.ts';
import { usePass, usePassSale, useRereadPasses } from './passes.api.ts';
import { PassStateLabel } from './sold-part.tsx';

type PassWithUses = ReplyOf<typeof getPass>;

interface PassDrawerProps {
  readonly passId: string;
  readonly onClose: () => void;
}

/** One pass: what is left, the stays that it paid for, and its refund (PS-2, PS-6). */
export function PassDrawer({ passId, onClose }: PassDrawerProps) {
  const { t } = useTranslation('passes');
  const { data, error, refetch } = usePass(useProduct(), passId);
  return (
    <RecordDrawer
      titleId="pass-title"
      width={520}
      caption={t('one')}
      title={data?.name ?? ''}
      close={{ label: t('close'), icon: <Icon name="close" />, size: 44 }}
      onClose={onClose}
    >
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={320} aria-busy="true" />}
      {data !== undefined && <PassDetail pass={data} />}
    </RecordDrawer>
  );
}

function PassDetail({ pass }: { readonly pass: PassWithUses }) {
  const { t } = useTranslation('passes');
  const mayRefund = useCan()('payments:refund');
  const [isRefunding, setRefunding] = useState(false);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <PassStateLabel state={pass.state} />
      </Box>
      <PassFacts pass={pass} />
      {mayRefund && pass.leftAmount > 0 && (
        <Box>
          <Button variant="outlined" color="error" onClick={() => setRefunding(true)}>
            {t('refund')}
          </Button>
        </Box>
      )}
      <PassUses uses={pass.uses} unit={pass.unit} storeId={pass.storeId} />
      {isRefunding && <PassRefund pass={pass} onDone={() => setRefunding(false)} />}
    </>
  );
}

function PassFacts({ pass }: { readonly pass: Pass }) {
  const { t } = useTranslation('passes');
  const format = useFormat();
  const words = usePassWords();
  const { claimedAt, state } = pass;
  return (
    <FactList
      canBreakLabels
      facts={[
        [t(state === 'GIFT' ? 'buyer' : 'column.guest'), [pass.maskedName, pass.maskedPhone].filter(Boolean).join(' ')],
        [
          t('column.left'),
          t('leftOf', { left: words.units(pass.unit, pass.leftUnits), units: words.units(pass.unit, pass.units) }),
        ],
        [t('column.price'), format.money(pass.priceAmount)],
        [t('column.owed'), format.money(pass.leftAmount)],
        [t('column.time'), t('until', { date: format.dateTime(pass.endsAt) })],
        [t('column.rooms'), pass.roomIds.length === 0 ? t('everyRoom') : t('rooms', { count: pass.roomIds.length })],
        [t('sold'), t('soldBy', { at: format.dateTime(pass.soldAt), name: pass.soldBy })],
        ...(claimedAt === null ? [] : [[t('claimed'), format.dateTime(claimedAt)] as const]),
      ]}
    />
  );
}

interface PassUsesProps extends Pick<PassWithUses, 'uses' | 'unit' | 'storeId'> {}

function PassUses({ uses, unit, storeId }: PassUsesProps) {
  const { t } = useTranslation('passes');
  const format = useFormat();
  const words = usePassWords();
  return (
    <Box component="section" aria-label={t('uses')} sx={{ display: 'grid', gap: 1 }}>
      <Box component="h3" sx={{ typography: 'subtitle1', m: 0 }}>
        {t('uses')}
      </Box>
      {uses.length === 0 && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('noUses')}</Box>}
      {uses.length > 0 && (
        <RowCard label={t('uses')}>
          {uses.map((use) => (
            <Box
              key={use.paymentId}
              component="li"
              data-testid="pass-use"
              sx={{
                p: 1.5,
                display: 'grid',
                gridTemplateColumns: 'minmax(0, 1fr) auto',
                columnGap: 1.5,
                typography: 'body2',
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              <Box sx={{ fontWeight: 600 }}>
                <Link to={`/dashboard/reservation?store=${storeId}&reservation=${use.reservationId}`}>
                  {use.reservationCode}
                </Link>
              </Box>
              <Box sx={{ textAlign: 'end', fontWeight: 600 }}>−{words.units(unit, use.units - use.returnedUnits)}</Box>
              <Box sx={{ color: 'text.secondary' }}>{format.dateTime(use.at)}</Box>
              <Box sx={{ textAlign: 'end', color: 'text.secondary' }}>
                {use.returnedUnits > 0
                  ? t('returned', { units: words.units(unit, use.returnedUnits) })
                  : format.money(use.amount)}
              </Box>
            </Box>
          ))}
        </RowCard>
      )}
    </Box>
  );
}

/** Refunds what no stay has used, by the payment that bought the pass. */
function PassRefund({ pass, onDone }: { readonly pass: Pass; readonly onDone: () => void }) {
  const product = useProduct();
  const { data } = usePassSale(product, pass.paymentId);
  const reread = useRereadPasses(product);
  if (data === undefined) return null;
  return (
    <RefundDialog
      payment={data}
      suggested={pass.leftAmount}
      mostAmount={pass.leftAmount}
      reservationId={null}
      onChanged={() => void reread()}
      onDone={onDone}
    />
  );
}
