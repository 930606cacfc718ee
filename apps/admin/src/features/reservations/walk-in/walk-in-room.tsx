import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ToneLabel } from '../../../ui/tone-chip.tsx';
import { useAgePreview } from '../../age-checks/index.ts';
import { useReservationQuote } from '../create/create.api.ts';
import { usePeriodWords } from '../create/period-words.ts';
import { countMinutes } from '../create/slot-times.ts';
import { useRoomStateWords } from '../../rooms/index.ts';
import { WalkInChoice } from './walk-in-choice.tsx';

interface WalkInRoomProps {
  readonly room: Room;
  /** The shortest period. */
  readonly period: { readonly startsAt: string; readonly endsAt: string };
  readonly headCount: number;
  readonly isBusy: boolean;
  /** Reserves it for the shown time at the shown price. */
  readonly onBook: (priceAmount: number) => void;
  /** Shows the other lengths; `null` without any. */
  readonly onMore: (() => void) | null;
}

/**
 * A free room as one large button, which reserves it for the shortest time, and one to longer times. A room that is too
 * small or without a price says so.
 */
export function WalkInRoom({ room, period, headCount, isBusy, onBook, onMore }: WalkInRoomProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const isTooSmall = headCount > room.capacity;
  const quote = useReservationQuote(useProduct(), { roomId: room.id, ...period, headCount, isWalkIn: true });
  const age = useAgePreview(useProduct(), { roomId: room.id, ...period });
  const words = usePeriodWords();
  const state = useRoomStateWords();
  const amount = isTooSmall || quote.error !== null || quote.isPlaceholderData ? undefined : quote.data?.totalAmount;
  const price = isTooSmall
    ? t('create.overCapacity', { count: room.capacity })
    : quote.error !== null
      ? problemText(t, quote.error)
      : amount === undefined
        ? t('walkIn.pricing')
        : isBusy
          ? t('create.saving')
          : format.money(amount);
  return (
    <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1, alignItems: 'stretch' }}>
      <WalkInChoice
        isDisabled={amount === undefined || isBusy}
        onPick={() => amount !== undefined && onBook(amount)}
        end={price}
        data-testid="walk-in-room"
        data-room={room.id}
      >
        <Box sx={{ typography: 'subtitle1', overflowWrap: 'anywhere' }}>{room.name}</Box>
        <Box sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
          {words.length(countMinutes(period))} · {t('walkIn.until', { time: format.time(period.endsAt) })}
        </Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('create.capacity', { count: room.capacity })} · {room.state !== 'FREE' && <b>{state(room)} · </b>}
          {room.nextStartsAt === null
            ? t('walkIn.free')
            : t('walkIn.freeUntil', { time: format.dateTime(room.nextStartsAt) })}
        </Box>
        {age.data?.isCheckNeeded === true && (
          <ToneLabel tone={['warning', 'warning.main']}>{t('walkIn.adults')}</ToneLabel>
        )}
      </WalkInChoice>
      {onMore !== null && !isTooSmall && (
        <Button
          variant="outlined"
          color="inherit"
          aria-label={t('walkIn.moreNamed', { room: room.name })}
          onClick={onMore}
          sx={{ flex: 'none', minWidth: 72 }}
        >
          {t('walkIn.more')}
        </Button>
      )}
    </Box>
  );
}
