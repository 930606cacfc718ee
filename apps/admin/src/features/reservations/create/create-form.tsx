import type { ReservationDetail, Room, SeriesRule, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../app/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { toast } from '../../../ui/toast.ts';
import { countsOf, SeriesPreview } from '../series/series-preview.tsx';
import { useCreateSeries, useSeriesPreview } from '../series/series.api.ts';
import { useUndo } from '../undo.ts';
import { useEndWaiting } from '../waitlist/waitlist.api.ts';
import { DraftFields } from './draft-fields.tsx';
import { useCreateReservation, useQuote } from './create.api.ts';
import { FreeChips } from './free-chips.tsx';
import { LiveQuote } from './live-quote.tsx';
import { bodyOf, faultsOf, type NewReservation, type ReservationDraft } from './new-reservation.ts';
import { useRefusal } from './refusal.ts';
import { periodToOffer } from './slot-times.ts';

interface CreateFormProps {
  readonly store: Store;
  readonly rooms: readonly Room[];
  readonly firstRoom: Room;
  readonly initial: NewReservation;
  readonly onClose: () => void;
  readonly onCreated?: (reservation: ReservationDetail) => void;
}

const FIELDS = ['roomId', 'startsAt', 'endsAt', 'guestName', 'guestPhone', 'headCount', 'memo', 'rule'] as const;

/** The dialog's form. A series shows its dates in place of the price. */
export function CreateForm({ store, rooms, firstRoom, initial, onClose, onCreated }: CreateFormProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const product = useProduct();
  const [draft, setDraft] = useState(() => draftOf(initial, store, firstRoom));
  const [isChecked, setIsChecked] = useState(false);
  const [faultyTries, setFaultyTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const create = useCreateReservation(product);
  const createSeries = useCreateSeries(product);
  const endWaiting = useEndWaiting(product);
  const { offer, withdraw, withdrawSeries } = useUndo(product);
  const isGuest = draft.kind === 'GUEST';
  const { roomId, startsAt, endsAt, rule } = draft;
  const headCount = Number(draft.headCount);
  const times = isGuest && headCount >= 1 && headCount <= 1000 ? { roomId, startsAt, endsAt, headCount } : null;
  const quote = useQuote(product, rule === null ? times : null);
  const preview = useSeriesPreview(product, times !== null && rule !== null ? { ...times, rule } : null);
  const dates = countsOf(preview);
  const hasSeenDates = preview.data !== undefined && !preview.isPlaceholderData;
  const failure = create.error ?? createSeries.error;
  const isPending = create.isPending || createSeries.isPending;
  const refusal = useRefusal(failure, FIELDS);
  const faults = isChecked ? faultsOf(draft) : {};
  const errors = {
    ...refusal.fields,
    ...Object.fromEntries(Object.entries(faults).map(([field, key]) => [field, t(`create.invalid.${key}`)])),
  };

  // Moves the focus: to an offered free time, or to the first refused field.
  useEffect(() => {
    if (faultyTries === 0 && failure === null) return;
    const chip = form.current?.querySelector<HTMLElement>('[data-testid=free-chips] button');
    (chip ?? form.current?.querySelector<HTMLElement>('[aria-invalid=true]'))?.focus();
  }, [faultyTries, failure]);

  function change(next: Partial<ReservationDraft>): void {
    setDraft((now) => ({ ...now, ...next }));
    // The refusal was about another draft.
    if (create.error !== null) create.reset();
    if (createSeries.error !== null) createSeries.reset();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (isPending) return;
    if (Object.keys(faultsOf(draft)).length > 0) return setFaultyTries((count) => count + 1);
    if (isGuest && rule !== null) return repeat(rule);
    create.mutate(bodyOf(draft), {
      onSuccess: (made) => {
        if (isGuest) toast.success(t('create.made', { code: made.code, amount: format.money(made.priceAmount) }));
        else offer(t('create.blocked'), () => withdraw(made));
        if (initial.waiting !== undefined)
          endWaiting.mutate(initial.waiting, { onError: (error) => toast.error(problemText(t, error)) });
        onCreated?.(made);
        onClose();
      },
    });
  }

  /** Skips conflicts only after the person has seen them. */
  function repeat(rule: SeriesRule): void {
    if (hasSeenDates && dates.possible === 0) return;
    createSeries.mutate(
      { draft, rule, skipConflicts: hasSeenDates && dates.refused > 0 },
      {
        onSuccess: ({ reservations, skipped }) => {
          const text =
            skipped.length === 0
              ? t('series.made', { n: reservations.length })
              : t('series.madeSome', { n: reservations.length, skipped: skipped.length });
          const [first] = reservations;
          if (first === undefined) toast.success(text);
          else offer(text, () => withdrawSeries(first));
          onClose();
        },
        // Another person took one of the times meanwhile: show the dates as they are now.
        onError: () => void preview.refetch(),
      },
    );
  }
  function doing(): string {
    if (isPending) return t('create.saving');
    if (!isGuest) return t('create.block');
    if (rule === null || !hasSeenDates) return t('create.book');
    return dates.refused > 0
      ? t('series.createSome', { n: dates.possible })
      : t('series.create', { n: dates.possible });
  }

  return (
    <Box component="form" ref={form} onSubmit={submit} noValidate sx={{ display: 'contents' }}>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', pt: '8px !important' }}>
        <DraftFields store={store} rooms={rooms} draft={draft} onChange={change} errors={errors} />
        {refusal.code === 'SLOT_TAKEN' && <FreeChips free={refusal.free} rooms={rooms} onPick={change} />}
        {isGuest &&
          (rule === null ? <LiveQuote quote={quote} storeId={store.id} /> : <SeriesPreview preview={preview} />)}
        {refusal.text !== '' && (
          <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
            {refusal.text}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('create.cancel')}
        </Button>
        <Button type="submit" variant="contained" aria-disabled={isPending || (hasSeenDates && dates.possible === 0)}>
          {doing()}
        </Button>
      </DialogActions>
    </Box>
  );
}

function draftOf(initial: NewReservation, store: Store, firstRoom: Room): ReservationDraft {
  const next = periodToOffer(store, initial.day ?? null, Date.now());
  const startsAt = initial.startsAt ?? next.startsAt;
  return {
    kind: initial.kind ?? 'GUEST',
    roomId: initial.roomId ?? firstRoom.id,
    startsAt,
    endsAt:
      initial.endsAt ??
      new Date(Date.parse(startsAt) + Date.parse(next.endsAt) - Date.parse(next.startsAt)).toISOString(),
    guestName: initial.guestName ?? '',
    guestPhone: initial.guestPhone ?? '',
    headCount: String(initial.headCount ?? 2),
    memo: initial.memo ?? '',
    isHeld: false,
    blockReason: 'CLEANING',
    rule: null,
  };
}
