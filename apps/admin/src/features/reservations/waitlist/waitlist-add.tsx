import type { Room, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { TextInput } from '../../../ui/form/fields.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { BlockedGuestNotice } from '../../guest-profiles/index.ts';
import { ContactFields, type ContactDraft } from '../create/contact-fields.tsx';
import { GuestFields, type GuestDraft } from '../create/guest-fields.tsx';
import { findReservationFaults, toContactBody, type RoomPeriod } from '../create/reservation-draft.ts';
import { PeriodFields } from '../create/period-fields.tsx';
import { useFormRefusal } from '../create/form-refusal.ts';
import { periodToOffer } from '../create/slot-times.ts';
import { useStore } from '../../stores/index.ts';
import { useAddToWaitlist } from './waitlist.api.ts';

interface WaitlistAddProps {
  readonly storeId: string;
  /** The first day of the form; `null`: today. */
  readonly day: string | null;
  readonly rooms: readonly Room[];
  readonly onDone: () => void;
}

/** Adds a guest to the waitlist, for one room or for any that is large enough. */
export function WaitlistAdd({ storeId, ...rest }: WaitlistAddProps) {
  const store = useStore(useProduct(), storeId);
  return store.data === undefined ? (
    <Skeleton variant="rounded" height={260} />
  ) : (
    <AddForm store={store.data} {...rest} />
  );
}

const FIELDS = ['roomId', 'startsAt', 'endsAt', 'guestName', 'guestPhone', 'guestEmail', 'headCount', 'memo'] as const;

interface AddFormProps extends Omit<WaitlistAddProps, 'storeId'> {
  readonly store: Store;
}

function AddForm({ rooms, ...props }: AddFormProps) {
  const { store, onDone } = props;
  const { t } = useTranslation('reservations');
  const { period, setPeriod, guest, setGuest, contact, setContact, memo, setMemo, ...form } = useAddForm(props);
  return (
    <Box
      component="form"
      onSubmit={form.submit}
      noValidate
      aria-label={t('waitlist.add')}
      sx={{ display: 'grid', gap: 1.5, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <PeriodFields
        store={store}
        rooms={rooms}
        kind="GUEST"
        period={period}
        onChange={setPeriod}
        errors={form.errors}
        anyRoomText={t('waitlist.anyRoom')}
        isNarrow
      />
      <GuestFields
        guest={guest}
        capacity={rooms.find((room) => room.id === period.roomId)?.capacity ?? null}
        errors={form.errors}
        isNarrow
        onChange={(change) => setGuest((now) => ({ ...now, ...change }))}
      />
      <ContactFields
        contact={contact}
        errors={form.errors}
        onChange={(change) => setContact((now) => ({ ...now, ...change }))}
      />
      <TextInput label={t('create.memo')} value={memo} onChange={setMemo} error={form.errors['memo']} maxLength={300} />
      <BlockedGuestNotice error={form.error} isAccepted={form.isAccepted} onAccept={form.accept} />
      <ProblemAlert text={form.problem} />
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        <Button color="inherit" onClick={onDone}>
          {t('create.cancel')}
        </Button>
        <Button type="submit" variant="contained" aria-disabled={form.isPending}>
          {form.isPending ? t('create.saving') : t('waitlist.addNow')}
        </Button>
      </Box>
    </Box>
  );
}

function useAddForm({ store, day, onDone }: Omit<AddFormProps, 'rooms'>) {
  const { t } = useTranslation('reservations');
  const [period, setPeriod] = useState<RoomPeriod>(() => ({ roomId: '', ...periodToOffer(store, day, Date.now()) }));
  const [guest, setGuest] = useState<GuestDraft>({ guestName: '', guestPhone: '', headCount: '2' });
  const [contact, setContact] = useState<ContactDraft>({ guestEmail: '', guestLanguage: 'ko' });
  const [memo, setMemo] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  /** The number of the blocked guest whom the person accepts (RG-5). */
  const [acceptedPhone, setAcceptedPhone] = useState<string | null>(null);
  const { mutate, error, isPending } = useAddToWaitlist(useProduct());
  const refusal = useFormRefusal(error, FIELDS);
  const faults = findReservationFaults({ ...period, ...guest, kind: 'GUEST' });
  const errors: Readonly<Record<string, string>> = {
    ...refusal.fields,
    ...(isChecked &&
      Object.fromEntries(Object.entries(faults).map(([field, key]) => [field, t(`create.invalid.${key}`)]))),
  };

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (isPending || Object.keys(faults).length > 0) return;
    const { roomId, startsAt, endsAt } = period;
    const body = {
      storeId: store.id,
      roomId: roomId === '' ? null : roomId,
      startsAt,
      endsAt,
      memo: memo.trim(),
      guestName: guest.guestName.trim(),
      guestPhone: guest.guestPhone.trim(),
      ...toContactBody(contact),
      headCount: Number(guest.headCount),
      ...(acceptedPhone === guest.guestPhone && { acceptsBlockedGuest: true }),
    };
    mutate(body, {
      onSuccess: () => {
        toast.success(t('waitlist.added'));
        onDone();
      },
    });
  }
  return {
    period,
    setPeriod,
    guest,
    setGuest,
    contact,
    setContact,
    memo,
    setMemo,
    errors,
    problem: refusal.code === 'GUEST_BLOCKED' ? '' : refusal.text,
    error,
    isAccepted: acceptedPhone === guest.guestPhone,
    accept: (isAccepted: boolean) => setAcceptedPhone(isAccepted ? guest.guestPhone : null),
    isPending,
    submit,
  };
}
