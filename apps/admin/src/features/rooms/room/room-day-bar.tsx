import type { DailyReservations, Reservation, ReservationState } from '@munjigi/contract';
import Box from '@mui/material/Box';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format.ts';
import { hourMarks, toDaySegments, toDayShare, type DaySegment } from './room-day.ts';

const HATCH = 'repeating-linear-gradient(135deg, transparent 0 4px, var(--control) 4px 5px)';
/**
 * Each piece shows its time as well, and the list below explains the rest, so that no state is shown by colour alone.
 */
const COLOUR: Readonly<Record<ReservationState, string>> = {
  PENDING: 'var(--warning)',
  CONFIRMED: 'var(--info)',
  IN_USE: 'var(--success)',
  COMPLETED: 'var(--control)',
  CANCELLED: 'transparent',
  EXPIRED: 'transparent',
  NO_SHOW: 'var(--danger)',
};

interface RoomDayBarProps {
  readonly day: DailyReservations;
  readonly roomId: string;
  /** Milliseconds of the epoch. */
  readonly now: number;
}

const percent = (share: number) => `${String(share * 100)}%`;

/**
 * A room's day from cut-off to cut-off as a bar. The list below has the same contents, so the bar is hidden from screen
 * readers.
 */
export function RoomDayBar({ day, roomId, now }: RoomDayBarProps) {
  const nowShare = toDayShare(day, new Date(now).toISOString());
  return (
    <Box aria-hidden="true" data-testid="room-day-bar">
      <Box
        sx={{
          position: 'relative',
          height: 44,
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
          bgcolor: 'action.hover',
          overflow: 'hidden',
        }}
      >
        {day.open.map((open) => (
          <Box
            key={open.startsAt}
            sx={{
              position: 'absolute',
              insetBlock: 0,
              bgcolor: 'background.paper',
              insetInlineStart: percent(toDayShare(day, open.startsAt)),
              width: percent(toDayShare(day, open.endsAt) - toDayShare(day, open.startsAt)),
            }}
          />
        ))}
        {toDaySegments(day, roomId).map((segment) => (
          <Segment key={segment.key} segment={segment} />
        ))}
        {nowShare > 0 && nowShare < 1 && (
          <Box
            sx={{
              position: 'absolute',
              insetBlock: 0,
              width: '2px',
              bgcolor: 'var(--accent-text)',
              insetInlineStart: percent(nowShare),
            }}
          />
        )}
      </Box>
      <HourScale day={day} />
    </Box>
  );
}

function HourScale({ day }: Pick<RoomDayBarProps, 'day'>) {
  const format = useFormat();
  return (
    <Box
      sx={{
        position: 'relative',
        height: 20,
        mx: '12px',
        typography: 'caption',
        color: 'text.secondary',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {hourMarks(day, 4).map(({ instant, share }) => (
        <Box
          component="span"
          key={instant}
          sx={{ position: 'absolute', insetInlineStart: percent(share), transform: 'translateX(-50%)' }}
        >
          {format.time(instant).slice(0, 2)}
        </Box>
      ))}
    </Box>
  );
}

function Segment({ segment: { kind, from, to, reservation } }: { readonly segment: DaySegment }) {
  const format = useFormat();
  const isBlock = kind === 'CLOSURE' || reservation?.kind === 'BLOCK';
  return (
    <Box
      sx={{
        position: 'absolute',
        insetBlock: kind === 'BUFFER' ? 12 : 3,
        insetInlineStart: percent(from),
        width: percent(to - from),
        borderRadius: 0.5,
        overflow: 'hidden',
        px: 0.5,
        typography: 'caption',
        whiteSpace: 'nowrap',
        display: 'flex',
        alignItems: 'center',
        color: 'text.primary',
        ...(kind === 'BUFFER' || isBlock
          ? { backgroundImage: HATCH }
          : {
              borderInlineStart: `3px solid ${COLOUR[reservation?.state ?? 'CONFIRMED']}`,
              bgcolor: `color-mix(in srgb, ${COLOUR[reservation?.state ?? 'CONFIRMED']} 22%, var(--paper))`,
            }),
      }}
    >
      {/* Only where a time fits; the list below has all of them. */}
      {to - from > 0.06 && reservation !== null && (
        <Box component="span" sx={{ display: { xs: to - from > 0.14 ? 'inline' : 'none', sm: 'inline' } }}>
          {format.time(reservation.startsAt)}
        </Box>
      )}
    </Box>
  );
}

/** The same day as a list of texts. */
export function RoomDayList({ day, roomId }: Omit<RoomDayBarProps, 'now'>) {
  const { t } = useTranslation('rooms');
  const format = useFormat();
  const room = day.rooms.find((row) => row.room.id === roomId);
  const rows = [
    ...(room?.reservations ?? []).map((reservation) => ({
      key: reservation.id,
      startsAt: reservation.startsAt,
      endsAt: reservation.endsAt,
      text: describeReservation(reservation, t),
    })),
    ...(room?.closures ?? []).map((closure) => ({
      key: `${closure.startsAt} ${closure.reservationId ?? closure.reason}`,
      startsAt: closure.startsAt,
      endsAt: closure.endsAt,
      text: closureWords(closure, t),
    })),
  ].sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  if (rows.length === 0) return <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('today.none')}</Box>;
  return (
    <Box
      component="ul"
      data-testid="room-day-list"
      sx={{ display: 'grid', gap: 0.5, typography: 'body2', fontVariantNumeric: 'tabular-nums' }}
    >
      {rows.map((row) => (
        <Box component="li" key={row.key} sx={{ display: 'flex', gap: 1.5 }}>
          <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {format.time(row.startsAt)}–{format.time(row.endsAt)}
          </Box>
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {row.text}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** Why a room is closed: the closure's reason, or the linked room whose reservation takes the time. */
export function closureWords(
  { reason, reservationId }: DailyReservations['rooms'][number]['closures'][number],
  t: TFunction<'rooms'>,
): string {
  return reservationId === null ? t('today.closed', { reason }) : t('today.linked', { room: reason });
}

/** The guest or block, and the state. */
export function describeReservation(
  { kind, blockReason, channel, guestName, headCount, state }: Reservation,
  t: TFunction<'rooms'>,
): string {
  if (kind === 'BLOCK') return t(`block.${blockReason ?? 'OTHER'}`);
  return t('today.guest', {
    name: guestName === '' && channel === 'WALK_IN' ? t('today.walkIn') : guestName,
    count: headCount,
    state: t(`reservationState.${state}`),
  });
}
