import type { ReservationDetail } from '@munjigi/contract';
import { canStartAtAnyMinute } from '@munjigi/rules';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlockedGuestNotice } from '../../../guest-profiles/index.ts';
import { ChangeMessageNotice } from '../../../messages/index.ts';
import { call, isProblem } from '../../../../api/call.ts';
import { useProduct } from '../../../../session/auth.tsx';
import { ProblemAlert } from '../../../../ui/states/problem-alert.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import { useReservationQuote } from '../../create/create.api.ts';
import { ContactFields, type ContactDraft } from '../../create/contact-fields.tsx';
import { useFormRefusal } from '../../create/form-refusal.ts';
import { addAgreedExtras, readChangedPrice } from '../../changed-price.ts';
import type { ActionFormProps } from '../drawer-props.ts';
import { findCurrentReservation, useChangeReservation } from '../drawer.api.ts';
import { FormFrame } from './form-frame.tsx';
import { PriceDifference } from './price-difference.tsx';
import { ReservationStaleNotice } from './reservation-stale-notice.tsx';

const FIELDS = ['guestName', 'guestPhone', 'guestEmail', 'headCount', 'memo'] as const;

interface Draft extends ContactDraft {
  readonly guestName: string;
  readonly guestPhone: string;
  /** The head count as it is typed, because an empty field is not a number. */
  readonly headCount: string;
  readonly memo: string;
  /** The person has read why the new number is blocked, and keeps it (RG-8). */
  readonly acceptsBlockedGuest: boolean;
}

/** Guest, people and memo. The guest's fields stay empty unless they were revealed: an empty field is not changed. */
export function ReservationEditForm(props: ActionFormProps) {
  const { reservation, guest, onDone } = props;
  const { t } = useTranslation('reservations');
  const { draft, change, price, current, errors, problem, ...form } = useEditForm(props);
  const isGuest = reservation.kind === 'GUEST';
  return (
    <FormFrame
      label={t('drawer.action.edit')}
      submitText={current === null ? t('drawer.save') : t('drawer.sendMine')}
      isPending={form.isPending}
      isDisabled={errors['headCount'] !== undefined || (price.isChanged && price.amount === undefined)}
      onSubmit={form.save}
      onCancel={onDone}
    >
      {isGuest && (
        <>
          <GuestFields reservation={reservation} guest={guest} draft={draft} onChange={change} errors={errors} />
          <ContactFields
            contact={draft}
            onChange={change}
            errors={errors}
            placeholder={reservation.guestEmail}
            hint={guest === null && reservation.guestEmail !== '' ? t('drawer.leaveEmpty') : undefined}
          />
        </>
      )}
      <TextField
        autoFocus
        size="small"
        multiline
        maxRows={6}
        label={t('create.memo')}
        value={draft.memo}
        onChange={(event) => change({ memo: event.target.value })}
        error={errors['memo'] !== undefined}
        helperText={errors['memo']}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      {price.isChanged && <PriceDifference now={reservation.priceAmount} next={price.amount} error={price.error} />}
      {price.isChanged && price.amount !== undefined && (
        <ChangeMessageNotice
          reservation={reservation}
          change={{ headCount: Number(draft.headCount), priceAmount: price.amount }}
        />
      )}
      {current !== null && <EditStaleNotice isGuest={isGuest} current={current} draft={draft} onKeepTheirs={onDone} />}
      <BlockedGuestNotice
        act="save"
        error={form.error}
        isAccepted={draft.acceptsBlockedGuest}
        onAccept={(acceptsBlockedGuest) => change({ acceptsBlockedGuest })}
      />
      {current === null && problem !== null && <ProblemAlert text={problem} />}
    </FormFrame>
  );
}

interface EditStaleNoticeProps {
  readonly isGuest: boolean;
  readonly current: Pick<ReservationDetail, 'headCount' | 'memo'>;
  readonly draft: Draft;
  readonly onKeepTheirs: () => void;
}

/** What another person has changed meanwhile. */
function EditStaleNotice({ isGuest, current, draft, onKeepTheirs }: EditStaleNoticeProps) {
  const { t } = useTranslation('reservations');
  const people = { label: t('create.headCount'), theirs: String(current.headCount), mine: draft.headCount };
  const memo = { label: t('create.memo'), theirs: current.memo, mine: draft.memo };
  return <ReservationStaleNotice onKeepTheirs={onKeepTheirs} rows={isGuest ? [people, memo] : [memo]} />;
}

/** The draft with its price and its problems. */
function useEditForm({ reservation, guest, onDone }: ActionFormProps) {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const { mutate, reset, error, isPending } = useChangeReservation(product);
  const refusal = useFormRefusal(error, FIELDS);
  // The version that the person saw when the form opened, not the one that the stream has brought since.
  const [seenVersion] = useState(reservation.version);
  const [draft, setDraft] = useState<Draft>(() => ({
    guestName: guest?.guestName ?? '',
    guestPhone: guest?.guestPhone ?? '',
    guestEmail: guest?.guestEmail ?? '',
    guestLanguage: reservation.guestLanguage,
    headCount: String(reservation.headCount),
    memo: reservation.memo,
    acceptsBlockedGuest: false,
  }));
  const headCount = Number(draft.headCount);
  const price = useHeadCountPrice(reservation, headCount, readChangedPrice(error));
  const current = error === null ? null : findCurrentReservation(error);
  const errors: Readonly<Record<string, string>> = {
    ...refusal.fields,
    ...(reservation.kind === 'GUEST' && !isHeadCount(headCount) && { headCount: t('create.invalid.headCount') }),
  };

  function change(next: Partial<Draft>): void {
    // Another guest is another decision.
    const isOther = next.guestPhone !== undefined || next.guestEmail !== undefined;
    setDraft((now) => ({ ...now, ...(isOther && { acceptsBlockedGuest: false }), ...next }));
    if (isOther && isProblem(error) && error.code === 'GUEST_BLOCKED') reset();
    // The refused price belongs to another head count.
    if (next.headCount !== undefined && readChangedPrice(error) !== undefined) reset();
  }
  function save(): void {
    const body = {
      ...changedOf(reservation, draft, guest),
      version: current?.version ?? seenVersion,
      ...(price.isChanged && price.amount !== undefined && { expectedPriceAmount: price.amount }),
      ...(draft.acceptsBlockedGuest && { acceptsBlockedGuest: true }),
    };
    const params = { product, reservationId: reservation.id };
    mutate(() => call('PATCH /api/v2/{product}/reservation/{reservationId}', { params, body }), {
      onSuccess: () => {
        toast.success(t('drawer.saved'));
        onDone();
      },
    });
  }
  const problem = refusal.code === 'GUEST_BLOCKED' ? null : refusal.text;
  return { draft, change, price, current, errors, problem, error, isPending, save };
}

function isHeadCount(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= 1000;
}

/**
 * The price for another head count; `amount` is `undefined` while it is requested. `changed`: the price that the server
 * named when it refused another one.
 */
function useHeadCountPrice(reservation: ReservationDetail, headCount: number, changed: number | undefined) {
  const { kind, roomId, startsAt, endsAt, channel } = reservation;
  const isChanged = kind === 'GUEST' && headCount !== reservation.headCount && isHeadCount(headCount);
  const { data, isPlaceholderData, error } = useReservationQuote(
    useProduct(),
    isChanged ? { roomId, startsAt, endsAt, headCount, isWalkIn: canStartAtAnyMinute(channel) } : null,
  );
  const quoted =
    data === undefined || isPlaceholderData ? undefined : addAgreedExtras(reservation, data.totalAmount, reservation);
  return { isChanged, amount: changed ?? quoted, error };
}

interface GuestFieldsProps extends Pick<ActionFormProps, 'reservation' | 'guest'> {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly errors: Readonly<Record<string, string>>;
}

function GuestFields({ reservation, guest, draft, onChange, errors }: GuestFieldsProps) {
  const { t } = useTranslation('reservations');
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: '1fr 1fr 80px', alignItems: 'start' }}>
      <TextField
        size="small"
        label={t('create.guestName')}
        placeholder={reservation.guestName}
        value={draft.guestName}
        onChange={(event) => onChange({ guestName: event.target.value })}
        autoComplete="off"
        error={errors['guestName'] !== undefined}
        helperText={errors['guestName'] ?? (guest === null && t('drawer.leaveEmpty'))}
        slotProps={{ htmlInput: { maxLength: 60 }, inputLabel: { shrink: true } }}
      />
      <TextField
        size="small"
        type="tel"
        label={t('create.guestPhone')}
        placeholder={reservation.guestPhone}
        value={draft.guestPhone}
        onChange={(event) => onChange({ guestPhone: event.target.value })}
        autoComplete="off"
        error={errors['guestPhone'] !== undefined}
        helperText={errors['guestPhone'] ?? (guest === null && t('drawer.leaveEmpty'))}
        slotProps={{ htmlInput: { maxLength: 24 }, inputLabel: { shrink: true } }}
      />
      <TextField
        size="small"
        label={t('create.headCount')}
        value={draft.headCount}
        onChange={(event) => onChange({ headCount: event.target.value })}
        error={errors['headCount'] !== undefined}
        helperText={errors['headCount']}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4, style: { textAlign: 'right' } } }}
      />
    </Box>
  );
}

/** Returns only the changed fields; an empty field of the guest is not changed. */
function changedOf(reservation: ReservationDetail, draft: Draft, guest: ActionFormProps['guest']) {
  const name = draft.guestName.trim();
  const phone = draft.guestPhone.trim();
  const email = draft.guestEmail.trim();
  const memo = draft.memo.trim();
  const headCount = Number(draft.headCount);
  return {
    ...(name !== '' && name !== guest?.guestName && { guestName: name }),
    ...(phone !== '' && phone !== guest?.guestPhone && { guestPhone: phone }),
    // Only a person who sees the address can remove it.
    ...(guest === null ? email !== '' && { guestEmail: email } : email !== guest.guestEmail && { guestEmail: email }),
    ...(draft.guestLanguage !== reservation.guestLanguage && { guestLanguage: draft.guestLanguage }),
    ...(reservation.kind === 'GUEST' && headCount !== reservation.headCount && { headCount }),
    ...(memo !== reservation.memo && { memo }),
  };
}
