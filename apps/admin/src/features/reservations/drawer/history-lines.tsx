import type { ReservationDetail, ReservationEvent, Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format.ts';
import { usePeriodWords } from '../create/period-words.ts';
import { withPlaces } from './history-places.ts';

interface HistoryLinesProps {
  readonly reservation: ReservationDetail;
  readonly rooms: readonly Pick<Room, 'id' | 'name'>[];
}

type PlaceInTime = NonNullable<ReservationEvent['before']>;
const lengthOf = ({ startsAt, endsAt }: PlaceInTime) => Date.parse(endsAt) - Date.parse(startsAt);
/** Whether only the length changed, which is not a move. */
const isResized = (from: PlaceInTime, to: PlaceInTime) => from.roomId === to.roomId && lengthOf(from) !== lengthOf(to);

/** The history of a reservation, newest first: what, who, when, why, and how much. */
export function HistoryLines({ reservation, rooms }: HistoryLinesProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const words = usePeriodWords();
  const roomName = (id: string) => rooms.find((room) => room.id === id)?.name ?? t('drawer.oldRoom');
  const actor = (event: ReservationEvent) => {
    if (event.actorKind !== 'SYSTEM') return event.actorLabel;
    return event.actorLabel === 'keypad' || event.actorLabel === 'door'
      ? t(`history.by.${event.actorLabel}`)
      : t('history.system');
  };
  const amount = ({ kind, amount: won }: ReservationEvent) => {
    if (won === null) return null;
    if (kind === 'PAID' || kind === 'PAYMENT_REVERSED' || kind.startsWith('REFUND')) return format.money(won);
    if (kind === 'CANCELLED') return won === 0 ? null : t('history.refund', { amount: format.money(won) });
    return won === 0
      ? t('history.samePrice')
      : t('history.difference', { amount: `${won > 0 ? '+' : '−'}${format.money(Math.abs(won))}` });
  };
  return (
    <Box
      component="ol"
      data-testid="history"
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 1.25,
        typography: 'body2',
        borderLeft: 2,
        borderColor: 'divider',
        pl: 1.5,
      }}
    >
      {withPlaces(reservation).map(({ event, from, to }) => (
        <li key={event.id}>
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
              {roomName(from.roomId)} {words.period(from.startsAt, from.endsAt)} → {roomName(to.roomId)}{' '}
              {words.period(to.startsAt, to.endsAt)}
            </Box>
          )}
          <Box sx={{ color: 'text.secondary' }}>
            {[actor(event), amount(event), event.reason].filter(Boolean).join(' · ')}
          </Box>
        </li>
      ))}
    </Box>
  );
}
