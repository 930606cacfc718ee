import type { ReservationDetail, Room, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../app/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useCreateReservation, useQuote } from '../create/create.api.ts';
import { usePeriodWords } from '../create/period-words.ts';
import { useRefusal } from '../create/refusal.ts';
import { minutesOf } from '../create/slot-times.ts';
import { WalkInChoice } from './walk-in-choice.tsx';
import { offersOf } from './walk-in-rooms.ts';

interface WalkInLengthsProps {
  readonly store: Store;
  readonly room: Room;
  readonly startsAt: string;
  readonly headCount: number;
  readonly onBack: () => void;
  readonly onMade: (reservation: ReservationDetail) => void;
}

/** How long a walk-in can have the room and for how much; a tap reserves it at the price that stands there. */
export function WalkInLengths({ store, room, startsAt, headCount, onBack, onMade }: WalkInLengthsProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const create = useCreateReservation(useProduct());
  const refusal = useRefusal(create.error, []);
  const [endsAt, setEndsAt] = useState<string | null>(null);

  function book(end: string, expectedPriceAmount: number): void {
    if (create.isPending) return;
    setEndsAt(end);
    create.mutate({ kind: 'GUEST', roomId: room.id, startsAt, endsAt: end, headCount, channel: 'WALK_IN', expectedPriceAmount }, { onSuccess: onMade });
  }

  const offers = offersOf(store, room, startsAt);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Box component="h3" sx={{ typography: 'subtitle1', m: 0, overflowWrap: 'anywhere' }}>{t('walkIn.lengths', { room: room.name, from: format.time(startsAt) })}</Box>
        <Button color="inherit" onClick={onBack} sx={{ minHeight: 44, flex: 'none' }}>{t('walkIn.back')}</Button>
      </Box>
      {refusal.text !== '' && <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>{t('walkIn.refused', { why: refusal.text })}</Box>}
      {offers.length === 0 && <Box role="status" sx={{ typography: 'body2' }}>{t('walkIn.noLengths')}</Box>}
      <Box component="ul" sx={{ display: 'grid', gap: 1 }}>
        {offers.map((period) => (
          <li key={period.endsAt}>
            <Length roomId={room.id} period={period} headCount={headCount} isBusy={create.isPending && endsAt === period.endsAt} onBook={(price) => book(period.endsAt, price)} />
          </li>
        ))}
      </Box>
    </>
  );
}

interface LengthProps {
  readonly roomId: string;
  readonly period: { readonly startsAt: string; readonly endsAt: string };
  readonly headCount: number;
  readonly isBusy: boolean;
  readonly onBook: (priceAmount: number) => void;
}

function Length({ roomId, period, headCount, isBusy, onBook }: LengthProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const words = usePeriodWords();
  const quote = useQuote(useProduct(), { roomId, ...period, headCount, isWalkIn: true });
  const price = quote.data === undefined || quote.isPlaceholderData || quote.error !== null ? null : quote.data.totalAmount;
  const end = quote.error !== null ? problemText(t, quote.error) : price === null ? t('walkIn.pricing') : isBusy ? t('create.saving') : format.money(price);
  return (
    <WalkInChoice isDisabled={price === null || isBusy} onPick={() => price !== null && onBook(price)} end={end} data-testid="walk-in-length" data-ends={period.endsAt}>
      <Box sx={{ typography: 'subtitle1' }}>{words.length(minutesOf(period))}</Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>{t('walkIn.until', { time: format.time(period.endsAt) })}</Box>
    </WalkInChoice>
  );
}
