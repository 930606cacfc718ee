import type { Room, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../app/auth.tsx';
import { toast } from '../../../ui/toast.ts';
import { GuestFields, type GuestDraft } from '../create/guest-fields.tsx';
import { faultsOf, type Period } from '../create/new-reservation.ts';
import { PeriodFields } from '../create/period-fields.tsx';
import { useRefusal } from '../create/refusal.ts';
import { periodToOffer } from '../create/slot-times.ts';
import { useStore } from '../reservations.api.ts';
import { useAddToWaitlist } from './waitlist.api.ts';

interface WaitlistAddProps {
  readonly storeId: string;
  /** The day to begin with; `null`: today. */
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

const FIELDS = ['roomId', 'startsAt', 'endsAt', 'guestName', 'guestPhone', 'headCount', 'memo'] as const;

function AddForm({ store, day, rooms, onDone }: { readonly store: Store } & Omit<WaitlistAddProps, 'storeId'>) {
  const { t } = useTranslation('reservations');
  const [period, setPeriod] = useState<Period>(() => ({ roomId: '', ...periodToOffer(store, day, Date.now()) }));
  const [guest, setGuest] = useState<GuestDraft>({ guestName: '', guestPhone: '', headCount: '2' });
  const [memo, setMemo] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const add = useAddToWaitlist(useProduct());
  const refusal = useRefusal(add.error, FIELDS);
  const faults = faultsOf({ ...period, ...guest, kind: 'GUEST' });
  const errors = {
    ...refusal.fields,
    ...(isChecked &&
      Object.fromEntries(Object.entries(faults).map(([field, key]) => [field, t(`create.invalid.${key}`)]))),
  };

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (add.isPending || Object.keys(faults).length > 0) return;
    const { roomId, startsAt, endsAt } = period;
    add.mutate(
      {
        storeId: store.id,
        roomId: roomId === '' ? null : roomId,
        startsAt,
        endsAt,
        memo: memo.trim(),
        guestName: guest.guestName.trim(),
        guestPhone: guest.guestPhone.trim(),
        headCount: Number(guest.headCount),
      },
      {
        onSuccess: () => {
          toast.success(t('waitlist.added'));
          onDone();
        },
      },
    );
  }

  return (
    <Box
      component="form"
      onSubmit={submit}
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
        errors={errors}
        anyRoomText={t('waitlist.anyRoom')}
        isNarrow
      />
      <GuestFields
        guest={guest}
        capacity={rooms.find((room) => room.id === period.roomId)?.capacity ?? null}
        errors={errors}
        isNarrow
        onChange={(change) => setGuest((now) => ({ ...now, ...change }))}
      />
      <TextField
        fullWidth
        size="small"
        label={t('create.memo')}
        value={memo}
        onChange={(event) => setMemo(event.target.value)}
        error={errors['memo'] !== undefined}
        helperText={errors['memo']}
        slotProps={{ htmlInput: { maxLength: 300 } }}
      />
      {refusal.text !== '' && (
        <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
          {refusal.text}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        <Button color="inherit" onClick={onDone}>
          {t('create.cancel')}
        </Button>
        <Button type="submit" variant="contained" aria-disabled={add.isPending}>
          {add.isPending ? t('create.saving') : t('waitlist.addNow')}
        </Button>
      </Box>
    </Box>
  );
}
