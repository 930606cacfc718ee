import type { Coupon } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { ActDialog } from '../../ui/form/dialog/act-dialog.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { RecordDrawer } from '../../ui/list/record-drawer.tsx';
import { useBusinessToday } from '../../ui/time/use-business-today.ts';
import { CopyCodeButton } from './copy-code-button.tsx';
import { CouponDialog } from './coupon-dialog.tsx';
import { CouponStateLabel } from './coupon-list.tsx';
import { CouponUses } from './coupon-uses.tsx';
import { useCouponWords } from './coupon-words.ts';
import { useCoupon, useWithdrawCoupon } from './coupons.api.ts';

interface CouponDrawerProps {
  readonly couponId: string;
  readonly onClose: () => void;
}

/** One coupon: its terms, its uses, and the ways to change and to end it. */
export function CouponDrawer({ couponId, onClose }: CouponDrawerProps) {
  const { t } = useTranslation('coupons');
  const { data, error, refetch } = useCoupon(useProduct(), couponId);
  return (
    <RecordDrawer
      titleId="coupon-title"
      width={520}
      caption={t('one')}
      title={data?.name ?? ''}
      close={{ label: t('close'), icon: <Icon name="close" />, size: 44 }}
      onClose={onClose}
    >
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={320} aria-busy="true" />}
      {data !== undefined && <CouponDetail coupon={data} />}
    </RecordDrawer>
  );
}

function CouponDetail({ coupon }: { readonly coupon: Coupon }) {
  const { t } = useTranslation('coupons');
  const canWrite = useCan()('coupons:write');
  const today = useBusinessToday();
  const isOver = coupon.state === 'WITHDRAWN' || coupon.endsOn < today;
  const [dialog, setDialog] = useState<'edit' | 'withdraw' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Box component="code" data-testid="coupon-code" sx={{ typography: 'h6', overflowWrap: 'anywhere' }}>
          {coupon.code}
        </Box>
        <CopyCodeButton code={coupon.code} />
        <CouponStateLabel state={coupon.state} />
      </Box>
      <CouponFacts coupon={coupon} />
      {canWrite && !isOver && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button variant="outlined" color="inherit" onClick={() => setDialog('edit')}>
            {t('edit')}
          </Button>
          <Button variant="outlined" color="error" onClick={() => setDialog('withdraw')}>
            {t('withdraw.act')}
          </Button>
        </Box>
      )}
      <CouponUses couponId={coupon.id} />
      {dialog === 'edit' && <CouponDialog coupon={coupon} onClose={close} onSaved={close} />}
      {dialog === 'withdraw' && <WithdrawCouponDialog coupon={coupon} onClose={close} />}
    </>
  );
}

function CouponFacts({ coupon }: { readonly coupon: Coupon }) {
  const { t } = useTranslation('coupons');
  const words = useCouponWords();
  const format = useFormat();
  const { withdrawnAt } = coupon;
  return (
    <FactList
      canBreakLabels
      facts={[
        ...words.terms(coupon),
        [t('column.uses'), words.uses(coupon)],
        [t('discounted'), format.money(coupon.discountedAmount)],
        ...(withdrawnAt === null ? [] : [[t('withdraw.at'), format.dateTime(withdrawnAt)] as const]),
      ]}
    />
  );
}

interface WithdrawCouponDialogProps {
  readonly coupon: Coupon;
  readonly onClose: () => void;
}

function WithdrawCouponDialog({ coupon, onClose }: WithdrawCouponDialogProps) {
  const { t } = useTranslation('coupons');
  const withdraw = useWithdrawCoupon(useProduct());
  return (
    <ActDialog
      title={t('withdraw.title', { name: coupon.name })}
      confirmLabel={t('withdraw.act')}
      mutation={withdraw}
      input={coupon}
      doneText={t('withdraw.done')}
      onClose={onClose}
    >
      {t('withdraw.text')}
    </ActDialog>
  );
}
