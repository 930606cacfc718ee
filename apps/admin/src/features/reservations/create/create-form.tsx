import type { ReservationDetail, Room, SeriesRule, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { UNDO_MS } from '../../../ui/toast/use-undo.ts';
import { AgeCheckNotice } from '../../age-checks/index.ts';
import { BlockedGuestNotice } from '../../guest-profiles/index.ts';
import { countOccurrences, SeriesPreview } from '../series/series-preview.tsx';
import { useCreateSeries, type useSeriesPreview } from '../series/series.api.ts';
import { useOpenReservation } from '../open-reservation.ts';
import { useReservationUndo } from '../reservation-undo.ts';
import { useEndWaiting } from '../waitlist/waitlist.api.ts';
import { DraftFields } from './draft-fields.tsx';
import { useCouponRefusal } from './coupon-words.ts';
import { useCreateReservation } from './create.api.ts';
import { useDraftPrice } from './draft-price.ts';
import { NO_EXTRAS } from './extras-draft.ts';
import { FreeChips } from './free-chips.tsx';
import { LiveQuote } from './live-quote.tsx';
import {
  toPreviewedStay,
  toReservationBody,
  findReservationFaults,
  type ReservationPrefill,
  type ReservationDraft,
} from './reservation-draft.ts';
import { useFormRefusal } from './form-refusal.ts';
import { periodToOffer } from './slot-times.ts';

interface CreateFormProps {
  readonly store: Store;
  readonly rooms: readonly Room[];
  readonly firstRoom: Room;
  readonly initial: ReservationPrefill;
  readonly onClose: () => void;
  readonly onCreated?: (reservation: ReservationDetail) => void;
}

const FIELDS = [
  'roomId',
  'startsAt',
  'endsAt',
  'guestName',
  'guestPhone',
  'guestEmail',
  'headCount',
  'memo',
  'rule',
  'addOns',
  'couponCode',
] as const;

/** The dialog's form. A series shows its dates in place of the price. */
export function CreateForm(props: CreateFormProps) {
  const { store, rooms, onClose } = props;
  const element = useRef<HTMLFormElement>(null);
  const form = useCreateForm(props, element);
  const { draft, quote, preview, coupon, refusal, change } = form;
  return (
    <Box component="form" ref={element} onSubmit={form.submit} noValidate sx={{ display: 'contents' }}>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', pt: '8px !important' }}>
        <DraftFields
          store={store}
          rooms={rooms}
          draft={draft}
          couponHint={coupon.hint}
          onChange={change}
          errors={form.errors}
        />
        {refusal.code === 'SLOT_TAKEN' && <FreeChips free={refusal.free} rooms={rooms} onPick={change} />}
        {draft.kind === 'GUEST' &&
          (draft.rule === null ? <LiveQuote quote={quote} storeId={store.id} /> : <SeriesPreview preview={preview} />)}
        {draft.kind === 'GUEST' && <AgeCheckNotice stay={toPreviewedStay(draft)} />}
        <BlockedGuestNotice
          error={form.failure}
          isAccepted={draft.acceptsBlockedGuest}
          onAccept={(acceptsBlockedGuest) => change({ acceptsBlockedGuest })}
        />
        {refusal.code !== 'GUEST_BLOCKED' && <ProblemAlert text={refusal.text} />}
      </DialogContent>
      <CreateActions draft={draft} dates={shownDatesOf(preview)} isPending={form.isPending} onClose={onClose} />
    </Box>
  );
}

/** The draft with its price and its problems, and the two ways to send it: once, or as a series. */
function useCreateForm(props: CreateFormProps, element: RefObject<HTMLFormElement | null>) {
  const { t } = useTranslation('reservations');
  const [draft, setDraft] = useState(() => draftOf(props.initial, props.store, props.firstRoom));
  const [isChecked, setIsChecked] = useState(false);
  const [faultyTries, setFaultyTries] = useState(0);
  const { quote, preview, coupon } = useDraftPrice(draft);
  const reservation = useReservationCreation(props);
  const series = useSeriesCreation(preview, props.onClose);
  const failure = reservation.error ?? series.error;
  const isPending = reservation.isPending || series.isPending;
  const refusal = useFormRefusal(failure, FIELDS);
  const faults = isChecked ? findReservationFaults(draft) : {};
  const couponRefusal = useCouponRefusal()(failure) ?? coupon.refusal;
  const errors = {
    ...refusal.fields,
    ...(couponRefusal !== null && { couponCode: couponRefusal }),
    ...Object.fromEntries(Object.entries(faults).map(([field, key]) => [field, t(`create.invalid.${key}`)])),
  };

  // Moves the focus: to an offered free time, or to the first refused field.
  useEffect(() => {
    if (faultyTries === 0 && failure === null) return;
    const chip = element.current?.querySelector<HTMLElement>('[data-testid=free-chips] button');
    (chip ?? element.current?.querySelector<HTMLElement>('[aria-invalid=true]'))?.focus();
  }, [faultyTries, failure, element]);

  function change(next: Partial<ReservationDraft>): void {
    // Another guest is another decision.
    setDraft((now) => ({ ...now, ...('guestPhone' in next && { acceptsBlockedGuest: false }), ...next }));
    // The refusal was about another draft.
    if (reservation.error !== null) reservation.reset();
    if (series.error !== null) series.reset();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (isPending) return;
    if (coupon.refusal !== null || Object.keys(findReservationFaults(draft)).length > 0)
      return setFaultyTries((count) => count + 1);
    if (draft.kind === 'GUEST' && draft.rule !== null) return series.send(draft, draft.rule);
    reservation.send(draft, quote.isPlaceholderData || coupon.isChecking ? undefined : quote.data?.totalAmount);
  }
  return { draft, quote, preview, coupon, failure, refusal, errors, isPending, change, submit };
}

/** Creates one reservation or block, and closes the waitlist entry that it is for. */
function useReservationCreation({ initial, onClose, onCreated }: CreateFormProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const product = useProduct();
  const { mutate, error, isPending, reset } = useCreateReservation(product);
  const endWaiting = useEndWaiting(product);
  const { offer, withdraw } = useReservationUndo(product);
  const openReservation = useOpenReservation();
  function send(draft: ReservationDraft, shownPrice: number | undefined): void {
    mutate(toReservationBody(draft, shownPrice), {
      onSuccess: (reservation) => {
        if (draft.kind === 'GUEST')
          toast.action(t('create.made', { code: reservation.code, amount: format.money(reservation.priceAmount) }), {
            label: t('create.open'),
            durationMs: UNDO_MS,
            run: () => openReservation(reservation),
          });
        else offer(t('create.blocked'), () => withdraw(reservation));
        if (initial.waiting !== undefined)
          endWaiting.mutate(initial.waiting, { onError: (failure) => toast.error(problemText(t, failure)) });
        onCreated?.(reservation);
        onClose();
      },
    });
  }
  return { send, error, isPending, reset };
}

/** Creates a series. Skips conflicts only after the person has seen them. */
function useSeriesCreation(preview: ReturnType<typeof useSeriesPreview>, onClose: () => void) {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const { mutate, error, isPending, reset } = useCreateSeries(product);
  const { offer, withdrawSeries } = useReservationUndo(product);
  function send(draft: ReservationDraft, rule: SeriesRule): void {
    const dates = shownDatesOf(preview);
    if (dates?.possible === 0) return;
    mutate(
      { draft, rule, skipConflicts: dates !== null && dates.refused > 0 },
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
        // Another person took one of the times meanwhile, so the dates are read again.
        onError: () => void preview.refetch(),
      },
    );
  }
  return { send, error, isPending, reset };
}

/**
 * How many dates of the shown preview can be booked, and how many cannot; `null` while none is shown for this draft.
 */
function shownDatesOf(preview: ReturnType<typeof useSeriesPreview>): ReturnType<typeof countOccurrences> | null {
  return preview.data === undefined || preview.isPlaceholderData ? null : countOccurrences(preview);
}

interface CreateActionsProps {
  readonly draft: Pick<ReservationDraft, 'kind' | 'rule'>;
  readonly dates: ReturnType<typeof shownDatesOf>;
  readonly isPending: boolean;
  readonly onClose: () => void;
}

function CreateActions({ draft, dates, isPending, onClose }: CreateActionsProps) {
  const { t } = useTranslation('reservations');
  function submitText(): string {
    if (isPending) return t('create.saving');
    if (draft.kind === 'BLOCK') return t('create.block');
    if (draft.rule === null || dates === null) return t('create.book');
    return dates.refused > 0
      ? t('series.createSome', { n: dates.possible })
      : t('series.create', { n: dates.possible });
  }
  return (
    <DialogActions>
      <Button color="inherit" onClick={onClose}>
        {t('create.cancel')}
      </Button>
      <Button type="submit" variant="contained" aria-disabled={isPending || dates?.possible === 0}>
        {submitText()}
      </Button>
    </DialogActions>
  );
}

function draftOf(initial: ReservationPrefill, store: Store, firstRoom: Room): ReservationDraft {
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
    guestEmail: initial.guestEmail ?? '',
    guestLanguage: initial.guestLanguage ?? 'ko',
    headCount: String(initial.headCount ?? 2),
    memo: initial.memo ?? '',
    ...NO_EXTRAS,
    isHeld: false,
    blockReason: 'CLEANING',
    acceptsBlockedGuest: false,
    rule: null,
  };
}
