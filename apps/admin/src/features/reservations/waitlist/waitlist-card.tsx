import type { Room, WaitlistEntry } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useCan, useProduct } from '../../../app/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Glyph } from '../../devices/index.ts';
import type { NewReservation } from '../create/new-reservation.ts';
import { usePeriodWords } from '../create/period-words.ts';
import { RevealButton } from '../../../ui/form/reveal-button.tsx';
import { useCloseWaitlistEntry, useRevealWaiting } from './waitlist.api.ts';

interface WaitlistCardProps {
  readonly entry: WaitlistEntry;
  readonly rooms: readonly Pick<Room, 'id' | 'name'>[];
  readonly onBook: (initial: NewReservation) => void;
}

/**
 * One entry of the waitlist. Booking reads the full name and phone, which is recorded, and puts them into the new
 * reservation.
 */
export function WaitlistCard({ entry, rooms, onBook }: WaitlistCardProps) {
  const { t } = useTranslation('reservations');
  const can = useCan();
  const format = useFormat();
  const words = usePeriodWords();
  const product = useProduct();
  const close = useCloseWaitlistEntry(product);
  const reveal = useRevealWaiting(product);
  const isFree = entry.state === 'FREE';
  const nameOf = (roomId: string | null) => rooms.find((room) => room.id === roomId)?.name ?? t('waitlist.anyRoom');
  const guest = reveal.data ?? entry;
  const error = close.error ?? reveal.error;

  function book(): void {
    if (reveal.isPending) return;
    reveal.mutate(
      { entry, reason: t('waitlist.why') },
      {
        onSuccess: ({ guestName, guestPhone }) =>
          onBook({
            roomId: entry.freeRoomId ?? entry.roomId,
            startsAt: entry.startsAt,
            endsAt: entry.endsAt,
            headCount: entry.headCount,
            memo: entry.memo,
            guestName,
            guestPhone,
            waiting: entry,
          }),
      },
    );
  }

  return (
    <Card
      component="li"
      variant="outlined"
      data-testid="waitlist-entry"
      data-state={entry.state}
      sx={{ p: 1.5, display: 'grid', gap: 0.75, ...(isFree && { borderColor: 'success.main', borderWidth: 2 }) }}
    >
      {isFree && (
        <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center', typography: 'subtitle2', color: 'success.main' }}>
          <Glyph name="check" size={16} />
          {t('waitlist.freed', {
            room: nameOf(entry.freeRoomId),
            ago: format.relative(entry.freeSince ?? entry.createdAt),
          })}
        </Box>
      )}
      <Box sx={{ typography: 'subtitle2', fontVariantNumeric: 'tabular-nums' }}>
        {words.period(entry.startsAt, entry.endsAt)}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        {nameOf(entry.roomId)} · {t('board.people', { count: entry.headCount })}
        {entry.memo !== '' && ` · ${entry.memo}`}
      </Box>
      <Box sx={{ typography: 'body2', display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        {guest.guestName}{' '}
        {reveal.data === undefined ? guest.guestPhone : <a href={`tel:${guest.guestPhone}`}>{guest.guestPhone}</a>}
        {reveal.data === undefined && (
          <RevealButton
            isBusy={reveal.isPending}
            error={reveal.error}
            onReason={(reason) => reveal.mutate({ entry, reason })}
          >
            {t('drawer.reveal')}
          </RevealButton>
        )}
      </Box>
      {error !== null && (
        <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
          {problemText(t, error)}
        </Box>
      )}
      {can('reservations:book') && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            size="small"
            variant={isFree ? 'contained' : 'outlined'}
            color={isFree ? 'primary' : 'inherit'}
            onClick={book}
          >
            {t('waitlist.book')}
          </Button>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            aria-disabled={close.isPending}
            onClick={() => !close.isPending && close.mutate(entry)}
          >
            {t('waitlist.done')}
          </Button>
        </Box>
      )}
    </Card>
  );
}
