import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useProduct } from '../../../app/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { useQuote } from '../create/create.api.ts';

interface WalkInRoomProps {
  readonly room: Room;
  readonly period: { readonly startsAt: string; readonly endsAt: string };
  readonly headCount: number;
  readonly isBusy: boolean;
  readonly onBook: () => void;
}

/** A free room as one large button: its name, until when it is free, what it costs. Too small or without a price, it says so. */
export function WalkInRoom({ room, period, headCount, isBusy, onBook }: WalkInRoomProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const isTooSmall = headCount > room.capacity;
  const quote = useQuote(useProduct(), { roomId: room.id, ...period, headCount });
  const isBookable = !isTooSmall && quote.error === null;
  const price = isTooSmall ? t('create.overCapacity', { count: room.capacity })
    : quote.error !== null ? problemText(t, quote.error)
      : quote.data === undefined ? t('walkIn.pricing') : isBusy ? t('create.saving') : format.money(quote.data.totalAmount);
  return (
    <ButtonBase onClick={() => isBookable && onBook()} aria-disabled={!isBookable || isBusy} data-testid="walk-in-room" data-room={room.id}
      sx={{ width: '100%', minHeight: 64, px: 2, py: 1, gap: 2, justifyContent: 'space-between', textAlign: 'start', border: 1, borderColor: 'var(--control)', borderRadius: 1,
        '&:hover': { bgcolor: 'action.hover' }, ...(!isBookable && { opacity: 0.7, cursor: 'not-allowed' }) }}>
      <Box>
        <Box sx={{ typography: 'subtitle1' }}>{room.name}</Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('create.capacity', { count: room.capacity })} · {room.nextStartsAt === null ? t('walkIn.free') : t('walkIn.freeUntil', { time: format.dateTime(room.nextStartsAt) })}
        </Box>
      </Box>
      <Box sx={{ typography: 'subtitle1', textAlign: 'end', fontVariantNumeric: 'tabular-nums', ...(!isBookable && { typography: 'body2', color: 'text.secondary' }) }}>{price}</Box>
    </ButtonBase>
  );
}
