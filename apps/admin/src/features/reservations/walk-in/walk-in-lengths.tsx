import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useReservationQuote } from '../create/create.api.ts';
import { usePeriodWords } from '../create/period-words.ts';
import { countMinutes } from '../create/slot-times.ts';
import { WalkInChoice } from './walk-in-choice.tsx';

export interface WalkInPeriod {
  readonly startsAt: string;
  readonly endsAt: string;
}

interface WalkInLengthsProps {
  readonly room: Room;
  readonly startsAt: string;
  /** The shortest first. */
  readonly offers: readonly WalkInPeriod[];
  readonly headCount: number;
  /** Whether this period is being reserved. */
  readonly isBusy: (period: WalkInPeriod) => boolean;
  readonly onBook: (period: WalkInPeriod, priceAmount: number) => void;
  readonly onBack: () => void;
}

/** The possible lengths of a walk-in with their prices; a tap reserves one at the shown price. */
export function WalkInLengths({ room, startsAt, offers, headCount, isBusy, onBook, onBack }: WalkInLengthsProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Box component="h3" sx={{ typography: 'subtitle1', m: 0, overflowWrap: 'anywhere' }}>
          {t('walkIn.lengths', { room: room.name, from: format.time(startsAt) })}
        </Box>
        <Button color="inherit" onClick={onBack} sx={{ flex: 'none' }}>
          {t('walkIn.back')}
        </Button>
      </Box>
      {offers.length === 0 && (
        <Box role="status" sx={{ typography: 'body2' }}>
          {t('walkIn.noLengths')}
        </Box>
      )}
      <Box component="ul" sx={{ display: 'grid', gap: 1 }}>
        {offers.map((period) => (
          <li key={period.endsAt}>
            <Length
              roomId={room.id}
              period={period}
              headCount={headCount}
              isBusy={isBusy(period)}
              onBook={(price) => onBook(period, price)}
            />
          </li>
        ))}
      </Box>
    </>
  );
}

interface LengthProps {
  readonly roomId: string;
  readonly period: WalkInPeriod;
  readonly headCount: number;
  readonly isBusy: boolean;
  readonly onBook: (priceAmount: number) => void;
}

function Length({ roomId, period, headCount, isBusy, onBook }: LengthProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const words = usePeriodWords();
  const quote = useReservationQuote(useProduct(), { roomId, ...period, headCount, isWalkIn: true });
  const price =
    quote.data === undefined || quote.isPlaceholderData || quote.error !== null ? null : quote.data.totalAmount;
  const end =
    quote.error !== null
      ? problemText(t, quote.error)
      : price === null
        ? t('walkIn.pricing')
        : isBusy
          ? t('create.saving')
          : format.money(price);
  return (
    <WalkInChoice
      isDisabled={price === null || isBusy}
      onPick={() => price !== null && onBook(price)}
      end={end}
      data-testid="walk-in-length"
      data-ends={period.endsAt}
    >
      <Box sx={{ typography: 'subtitle1' }}>{words.length(countMinutes(period))}</Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {t('walkIn.until', { time: format.time(period.endsAt) })}
      </Box>
    </WalkInChoice>
  );
}
