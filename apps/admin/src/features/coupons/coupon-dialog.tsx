import type { Coupon } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useEditForm, type EditForm } from '../../ui/form/edit-form.ts';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { StaleNotice, compareFacts } from '../../ui/form/stale-notice.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { checkCouponDraft, isBlankCoupon, toCouponBody, toCouponDraft, type CouponDraft } from './coupon-draft.ts';
import { CouponFields } from './coupon-fields.tsx';
import { useCouponWords } from './coupon-words.ts';
import { useCouponCalls, type CouponBody } from './coupons.api.ts';

interface CouponDialogProps {
  /** A blank coupon is created. */
  readonly coupon: Coupon;
  readonly onClose: () => void;
  readonly onSaved: (coupon: Coupon) => void;
}

/** Creates or changes a coupon. After a STALE refusal it shows both versions (AP-4). */
export function CouponDialog({ coupon, onClose, onSaved }: CouponDialogProps) {
  const { t } = useTranslation(['coupons', 'form']);
  const isNew = isBlankCoupon(coupon);
  const form = useCouponForm(coupon, onSaved);
  const { theirs } = form;
  const { fields, submit } = useFaultFocus(form);
  const save = theirs === null ? t(isNew ? 'create' : 'form:save') : t('form:stale.saveMine');
  return (
    <FormDialog
      title={t(isNew ? 'add' : 'editTitle')}
      submitLabel={form.isSaving ? t('form:saving') : save}
      maxWidth="sm"
      isBusy={form.isSaving}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box ref={fields} sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <CouponFields draft={form.draft} isNew={isNew} errorAt={form.errorAt} onChange={form.change} />
      </Box>
      {theirs !== null && <CouponVersions theirs={theirs} mine={form.draft} onKeepTheirs={form.keepTheirs} />}
      <ProblemAlert text={form.failure} />
    </FormDialog>
  );
}

/** Saves, and then puts the focus into the first field with a fault, which may be scrolled away. */
function useFaultFocus({ isSaving, save }: Pick<EditForm<Coupon, CouponDraft>, 'isSaving' | 'save'>) {
  const fields = useRef<HTMLDivElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0 && !isSaving) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts, isSaving]);
  return {
    fields,
    submit: () => {
      setAttempts((count) => count + 1);
      save();
    },
  };
}

function useCouponForm(coupon: Coupon, onSaved: (coupon: Coupon) => void): EditForm<Coupon, CouponDraft> {
  const { t } = useTranslation(['coupons', 'form']);
  const { create, edit } = useCouponCalls(useProduct());
  return useEditForm({
    row: coupon,
    draftOf: toCouponDraft,
    check: (draft) => checkCouponDraft(draft, t),
    bodyOf: toCouponBody,
    send: (change, { whole }) => (isBlankCoupon(coupon) ? create(whole) : edit(coupon.id, change)),
    onSaved: (saved) => {
      toast.success(t('form:saved'));
      onSaved(saved);
    },
  });
}

interface CouponVersionsProps {
  readonly theirs: Coupon;
  readonly mine: CouponDraft;
  readonly onKeepTheirs: () => void;
}

/** The coupon as another person saved it meanwhile, beside the typed one. */
function CouponVersions({ theirs, mine, onKeepTheirs }: CouponVersionsProps) {
  const { t } = useTranslation('coupons');
  const words = useCouponWords();
  const describe = (coupon: CouponBody) => [[t('field.name'), coupon.name] as const, ...words.terms(coupon)];
  return (
    <StaleNotice onKeepTheirs={onKeepTheirs} rows={compareFacts(describe(theirs), describe(toCouponBody(mine)))} />
  );
}
