import type { Room, WaitlistEntry } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { RevealButton } from '../../../ui/form/reveal-button.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { Glyph } from '../../devices/index.ts';
import { ContactLine } from '../contact-line.tsx';
import type { ReservationPrefill } from '../create/reservation-draft.ts';
import { usePeriodWords } from '../create/period-words.ts';
import { WaitlistOffer } from './waitlist-offer.tsx';
import { useCloseWaitlistEntry, useRevealWaiting } from './waitlist.api.ts';

interface WaitlistCardProps {
  readonly entry: WaitlistEntry;
  readonly rooms: readonly Pick<Room, 'id' | 'name'>[];
  readonly onBook: (initial: ReservationPrefill) => void;
}

/**
 * One entry of the waitlist. Booking reads the full name, phone and e-mail address, which is recorded, and puts them into
 * the new reservation.
 */
export function WaitlistCard({ entry, rooms, onBook }: WaitlistCardProps) {
  const { t } = useTranslation('reservations');
  const can = useCan();
  const words = usePeriodWords();
  const product = useProduct();
  const close = useCloseWaitlistEntry(product);
  const reveal = useRevealWaiting(product);
  const isFree = entry.state === 'FREE';
  const nameOf = (roomId: string | null) => rooms.find((room) => room.id === roomId)?.name ?? t('waitlist.anyRoom');

  function book(): void {
    if (reveal.isPending) return;
    reveal.mutate({ entry, reason: t('waitlist.why') }, { onSuccess: (guest) => onBook(reservationOf(entry, guest)) });
  }

  return (
    <Card
      component="li"
      variant="outlined"
      data-testid="waitlist-entry"
      data-state={entry.state}
      sx={{ p: 1.5, display: 'grid', gap: 0.75, ...(isFree && { borderColor: 'success.main', borderWidth: 2 }) }}
    >
      {entry.state === 'OFFERED' && <WaitlistOffer entry={entry} />}
      {isFree && <FreedNotice entry={entry} roomName={nameOf(entry.freeRoomId)} />}
      <Box sx={{ typography: 'subtitle2', fontVariantNumeric: 'tabular-nums' }}>
        {words.period(entry.startsAt, entry.endsAt)}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        {nameOf(entry.roomId)} · {t('board.people', { count: entry.headCount })}
        {entry.origin === 'ONLINE' && ` · ${t('channel.ONLINE')}`}
        {entry.memo !== '' && ` · ${entry.memo}`}
      </Box>
      <GuestLine entry={entry} reveal={reveal} />
      <ProblemAlert error={close.error ?? reveal.error} />
      {can('reservations:book') && entry.state !== 'OFFERED' && (
        <EntryActions
          isFree={isFree}
          isClosing={close.isPending}
          onBook={book}
          onDone={() => !close.isPending && close.mutate(entry)}
        />
      )}
    </Card>
  );
}

/** The values that a reservation takes over from a waitlist entry. */
function reservationOf(
  entry: WaitlistEntry,
  { guestName, guestPhone, guestEmail }: Pick<WaitlistEntry, 'guestName' | 'guestPhone' | 'guestEmail'>,
): ReservationPrefill {
  return {
    roomId: entry.freeRoomId ?? entry.roomId,
    startsAt: entry.startsAt,
    endsAt: entry.endsAt,
    headCount: entry.headCount,
    memo: entry.memo,
    guestName,
    guestPhone,
    guestEmail,
    guestLanguage: entry.guestLanguage,
    waiting: entry,
  };
}

interface FreedNoticeProps {
  readonly entry: Pick<WaitlistEntry, 'freeSince' | 'createdAt'>;
  readonly roomName: string;
}

function FreedNotice({ entry, roomName }: FreedNoticeProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  return (
    <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'center', typography: 'subtitle2', color: 'success.main' }}>
      <Glyph name="check" size={16} />
      {t('waitlist.freed', { room: roomName, ago: format.relative(entry.freeSince ?? entry.createdAt) })}
    </Box>
  );
}

interface GuestLineProps {
  readonly entry: WaitlistEntry;
  readonly reveal: ReturnType<typeof useRevealWaiting>;
}

/** The guest, masked until a reason is given. */
function GuestLine({ entry, reveal }: GuestLineProps) {
  const { t } = useTranslation('reservations');
  const { guestName, guestPhone, guestEmail } = reveal.data ?? entry;
  return (
    <Box sx={{ typography: 'body2' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        {guestName} {reveal.data === undefined ? guestPhone : <a href={`tel:${guestPhone}`}>{guestPhone}</a>}
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
      <ContactLine guestEmail={guestEmail} guestLanguage={entry.guestLanguage} />
    </Box>
  );
}

interface EntryActionsProps {
  readonly isFree: boolean;
  readonly isClosing: boolean;
  readonly onBook: () => void;
  readonly onDone: () => void;
}

function EntryActions({ isFree, isClosing, onBook, onDone }: EntryActionsProps) {
  const { t } = useTranslation('reservations');
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Button
        size="small"
        variant={isFree ? 'contained' : 'outlined'}
        color={isFree ? 'primary' : 'inherit'}
        onClick={onBook}
      >
        {t('waitlist.book')}
      </Button>
      <Button size="small" variant="outlined" color="inherit" aria-disabled={isClosing} onClick={onDone}>
        {t('waitlist.done')}
      </Button>
    </Box>
  );
}
