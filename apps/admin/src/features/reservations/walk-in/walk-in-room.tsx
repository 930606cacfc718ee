import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../app/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useQuote } from '../create/create.api.ts';
import { WalkInChoice } from './walk-in-choice.tsx';

interface WalkInRoomProps {
  readonly room: Room;
  /** The shortest that it is offered for. */
  readonly period: { readonly startsAt: string; readonly endsAt: string };
  readonly headCount: number;
  readonly onPick: () => void;
}

/** A free room as one large button: its name, until when it is free, what it costs at least. Too small or without a price, it says so. */
export function WalkInRoom({ room, period, headCount, onPick }: WalkInRoomProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const isTooSmall = headCount > room.capacity;
  const quote = useQuote(useProduct(), { roomId: room.id, ...period, headCount, isWalkIn: true });
  const isBookable = !isTooSmall && quote.error === null;
  const price = isTooSmall ? t('create.overCapacity', { count: room.capacity })
    : quote.error !== null ? problemText(t, quote.error)
      : quote.data === undefined ? t('walkIn.pricing') : t('walkIn.from', { amount: format.money(quote.data.totalAmount) });
  return (
    <WalkInChoice isDisabled={!isBookable} onPick={onPick} end={price} data-testid="walk-in-room" data-room={room.id}>
      <Box sx={{ typography: 'subtitle1', overflowWrap: 'anywhere' }}>{room.name}</Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        {t('create.capacity', { count: room.capacity })} · {room.nextStartsAt === null ? t('walkIn.free') : t('walkIn.freeUntil', { time: format.dateTime(room.nextStartsAt) })}
      </Box>
    </WalkInChoice>
  );
}
