import type { ReservationDetail, ReservationEvent, Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { PLAIN_LIST } from '../../../ui/form/layouts.ts';
import { useFormat } from '../../../ui/format.ts';
import { usePeriodWords } from '../create/period-words.ts';
import { addMovePlaces, type PlacedEvent } from './history-places.ts';

interface HistoryLinesProps {
  readonly reservation: ReservationDetail;
  readonly rooms: readonly Pick<Room, 'id' | 'name'>[];
}

type PlaceInTime = NonNullable<ReservationEvent['before']>;
const lengthOf = ({ startsAt, endsAt }: PlaceInTime) => Date.parse(endsAt) - Date.parse(startsAt);
/** Whether only the length changed, which is not a move. */
const isResized = (from: PlaceInTime, to: PlaceInTime) => from.roomId === to.roomId && lengthOf(from) !== lengthOf(to);

/** The history of a reservation, newest first: event, author, time, reason and amount. */
export function HistoryLines({ reservation, rooms }: HistoryLinesProps) {
  return (
    <Box
      component="ol"
      data-testid="history"
      sx={{
        ...PLAIN_LIST,
        display: 'grid',
        gap: 1.25,
        typography: 'body2',
        borderLeft: 2,
        borderColor: 'divider',
        pl: 1.5,
      }}
    >
      {addMovePlaces(reservation).map((placed) => (
        <HistoryLine key={placed.event.id} placed={placed} rooms={rooms} />
      ))}
    </Box>
  );
}

interface HistoryLineProps extends Pick<HistoryLinesProps, 'rooms'> {
  readonly placed: PlacedEvent;
}

function HistoryLine({ placed: { event, from, to }, rooms }: HistoryLineProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const words = useEventWords();
  const periodWords = usePeriodWords();
  const placeWords = ({ roomId, startsAt, endsAt }: PlaceInTime) => {
    const roomName = rooms.find((room) => room.id === roomId)?.name ?? t('drawer.oldRoom');
    return `${roomName} ${periodWords.period(startsAt, endsAt)}`;
  };
  return (
    <li>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Box component="strong" sx={{ fontWeight: 600 }}>
          {from !== null && event.kind === 'MOVED' && isResized(from, to)
            ? t('history.resized')
            : t(`history.kind.${event.kind}`)}
        </Box>
        <Box
          component="time"
          dateTime={event.at}
          sx={{ color: 'text.secondary', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
        >
          {format.dateTime(event.at)}
        </Box>
      </Box>
      {from !== null && (
        <Box>
          {placeWords(from)} → {placeWords(to)}
        </Box>
      )}
      <Box sx={{ color: 'text.secondary' }}>
        {[words.actor(event), words.amount(event), event.reason].filter(Boolean).join(' · ')}
      </Box>
    </li>
  );
}

/** The author of an event, and its amount. */
function useEventWords() {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  return {
    actor: ({ actorKind, actorLabel }: ReservationEvent): string => {
      if (actorKind === 'GUEST') return t('history.guest');
      if (actorKind !== 'SYSTEM') return actorLabel;
      const isNamed = actorLabel === 'keypad' || actorLabel === 'door' || actorLabel === 'waitlist';
      return isNamed ? t(`history.by.${actorLabel}`) : t('history.system');
    },
    amount: ({ kind, amount }: ReservationEvent): string | null => {
      if (amount === null) return null;
      if (kind === 'PAID' || kind === 'PAYMENT_REVERSED' || kind.startsWith('REFUND')) return format.money(amount);
      if (kind === 'CANCELLED') return amount === 0 ? null : t('history.refund', { amount: format.money(amount) });
      return amount === 0
        ? t('history.samePrice')
        : t('history.difference', { amount: `${amount > 0 ? '+' : '−'}${format.money(Math.abs(amount))}` });
    },
  };
}
