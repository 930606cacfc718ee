import type { ReservationDetail } from '@munjigi/contract';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useProduct } from '../../../app/auth.tsx';
import { toast } from '../../../ui/toast.ts';
import { useQuote } from '../create/create.api.ts';
import { useRefusal } from '../create/refusal.ts';
import type { ActionFormProps } from './drawer-props.ts';
import { currentOf, useChange } from './drawer.api.ts';
import { FormFrame } from './form-frame.tsx';
import { PriceDifference } from './price-difference.tsx';
import { StaleNotice } from './stale-notice.tsx';

const FIELDS = ['guestName', 'guestPhone', 'headCount', 'memo'] as const;

/** Guest, people and memo. The guest's fields stay empty unless they were revealed: an empty field is not changed. */
export function EditForm({ reservation: it, guest, onDone }: ActionFormProps) {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const change = useChange(product);
  const refusal = useRefusal(change.error, FIELDS);
  const [seen] = useState(it.version);
  const [draft, setDraft] = useState(() => ({
    guestName: guest?.guestName ?? '',
    guestPhone: guest?.guestPhone ?? '',
    headCount: String(it.headCount),
    memo: it.memo,
  }));
  const isGuest = it.kind === 'GUEST';
  const people = Number(draft.headCount);
  const isPriced = isGuest && people !== it.headCount && people >= 1 && people <= 1000;
  const quote = useQuote(
    product,
    isPriced
      ? {
          roomId: it.roomId,
          startsAt: it.startsAt,
          endsAt: it.endsAt,
          headCount: people,
          isWalkIn: it.channel === 'WALK_IN',
        }
      : null,
  );
  const price = quote.data === undefined || quote.isPlaceholderData ? undefined : quote.data.totalAmount;
  const current = change.error === null ? null : currentOf(change.error);
  const errors: Readonly<Record<string, string>> = {
    ...refusal.fields,
    ...(isGuest && (people < 1 || people > 1000) && { headCount: t('create.invalid.headCount') }),
  };
  const set = (name: (typeof FIELDS)[number]) => (event: { target: { value: string } }) =>
    setDraft((now) => ({ ...now, [name]: event.target.value }));

  function save(version: number): void {
    const body = {
      ...changedOf(it, draft, guest),
      version,
      ...(isPriced && price !== undefined && { expectedPriceAmount: price }),
    };
    change.mutate(
      () =>
        call('PATCH /api/v2/{product}/reservation/{reservationId}', {
          params: { product, reservationId: it.id },
          body,
        }),
      {
        onSuccess: () => {
          toast.success(t('drawer.saved'));
          onDone();
        },
      },
    );
  }

  return (
    <FormFrame
      label={t('drawer.action.edit')}
      submitText={current === null ? t('drawer.save') : t('drawer.sendMine')}
      isPending={change.isPending}
      isDisabled={errors['headCount'] !== undefined || (isPriced && price === undefined)}
      onSubmit={() => save(current?.version ?? seen)}
      onCancel={onDone}
    >
      {isGuest && (
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: '1fr 1fr 80px', alignItems: 'start' }}>
          <TextField
            size="small"
            label={t('create.guestName')}
            placeholder={it.guestName}
            value={draft.guestName}
            onChange={set('guestName')}
            autoComplete="off"
            error={errors['guestName'] !== undefined}
            helperText={errors['guestName'] ?? (guest === null && t('drawer.leaveEmpty'))}
            slotProps={{ htmlInput: { maxLength: 60 }, inputLabel: { shrink: true } }}
          />
          <TextField
            size="small"
            type="tel"
            label={t('create.guestPhone')}
            placeholder={it.guestPhone}
            value={draft.guestPhone}
            onChange={set('guestPhone')}
            autoComplete="off"
            error={errors['guestPhone'] !== undefined}
            helperText={errors['guestPhone'] ?? (guest === null && t('drawer.leaveEmpty'))}
            slotProps={{ htmlInput: { maxLength: 24 }, inputLabel: { shrink: true } }}
          />
          <TextField
            size="small"
            label={t('create.headCount')}
            value={draft.headCount}
            onChange={(event) => set('headCount')({ target: { value: event.target.value.replace(/\D/g, '') } })}
            error={errors['headCount'] !== undefined}
            helperText={errors['headCount']}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4, style: { textAlign: 'right' } } }}
          />
        </Box>
      )}
      <TextField
        autoFocus
        size="small"
        multiline
        maxRows={6}
        label={t('create.memo')}
        value={draft.memo}
        onChange={set('memo')}
        error={errors['memo'] !== undefined}
        helperText={errors['memo']}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      {isPriced && <PriceDifference now={it.priceAmount} next={price} error={quote.error} />}
      {current !== null && (
        <StaleNotice
          onKeepTheirs={onDone}
          rows={[
            ...(isGuest
              ? [{ label: t('create.headCount'), theirs: String(current.headCount), mine: draft.headCount }]
              : []),
            { label: t('create.memo'), theirs: current.memo, mine: draft.memo },
          ]}
        />
      )}
      {current === null && refusal.text !== '' && (
        <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
          {refusal.text}
        </Box>
      )}
    </FormFrame>
  );
}

interface Draft {
  readonly guestName: string;
  readonly guestPhone: string;
  readonly headCount: string;
  readonly memo: string;
}

/** Only the changed fields; an empty field of the guest is not changed. */
function changedOf(it: ReservationDetail, draft: Draft, guest: ActionFormProps['guest']) {
  const name = draft.guestName.trim();
  const phone = draft.guestPhone.trim();
  return {
    ...(name !== '' && name !== guest?.guestName && { guestName: name }),
    ...(phone !== '' && phone !== guest?.guestPhone && { guestPhone: phone }),
    ...(it.kind === 'GUEST' && Number(draft.headCount) !== it.headCount && { headCount: Number(draft.headCount) }),
    ...(draft.memo.trim() !== it.memo && { memo: draft.memo.trim() }),
  };
}
