import type { StrandedGuest } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { isActPossible, useStrandedWords, type StrandedActName } from './stranded-words.ts';

interface StrandedGuestRowProps {
  readonly guest: StrandedGuest;
  readonly isChecked: boolean;
  /** Why the last act for this guest was refused. */
  readonly refusal: string | undefined;
  readonly onCheck: (isChecked: boolean) => void;
  readonly onAct: (act: StrandedActName) => void;
}

/** One stranded guest: who, where and when, the money, the free room, and what staff can do. */
export function StrandedGuestRow({ guest, isChecked, refusal, onCheck, onAct }: StrandedGuestRowProps) {
  const { t } = useTranslation('stranded');
  const words = useStrandedWords();
  const name = words.name(guest);
  return (
    <Box
      component="li"
      data-testid="stranded-guest"
      data-id={guest.reservation.id}
      sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', px: 1, py: 1.5 }}
    >
      <Checkbox
        checked={isChecked}
        onChange={(event) => onCheck(event.target.checked)}
        slotProps={{ input: { 'aria-label': t('select', { name }) } }}
      />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', pt: 1 }}>
        <GuestFacts guest={guest} />
        <GuestActs guest={guest} onAct={onAct} />
        {refusal !== undefined && (
          <Box role="alert" sx={{ flexBasis: '100%', typography: 'body2', color: 'error.main' }}>
            {refusal}
          </Box>
        )}
      </Box>
    </Box>
  );
}

function GuestFacts({ guest }: { readonly guest: StrandedGuest }) {
  const { t } = useTranslation('stranded');
  const format = useFormat();
  const { reservation, cause, closureReason, isReachable, lastMessage } = guest;
  const why = t(`cause.${cause}`) + (cause === 'CLOSURE' && closureReason !== '' ? `: ${closureReason}` : '');
  return (
    <Box
      sx={{
        flex: '1 1 260px',
        minWidth: 0,
        display: 'grid',
        gap: 0.25,
        typography: 'body2',
        overflowWrap: 'anywhere',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <GuestAndStay guest={guest} />
      <Box sx={{ color: 'text.secondary' }}>
        {t('paid', { paid: format.money(reservation.paidAmount), price: format.money(reservation.priceAmount) })} ·{' '}
        {why}
      </Box>
      <OfferedRoom guest={guest} />
      {lastMessage !== null && (
        <Box sx={{ color: 'text.secondary' }}>
          {t(`informed.${lastMessage.state}`, { when: format.relative(lastMessage.queuedAt) })}
        </Box>
      )}
      {!isReachable && <Box sx={{ color: 'text.secondary' }}>{t('obstacle.NO_CONTACT')}</Box>}
    </Box>
  );
}

/** The guest with their contact, and the room and the time that they booked. */
function GuestAndStay({ guest }: { readonly guest: StrandedGuest }) {
  const { t } = useTranslation('stranded');
  const words = useStrandedWords();
  const { reservation, guestEmail } = guest;
  const contact = [reservation.guestPhone, guestEmail].filter((part) => part !== '').join(' · ');
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'baseline' }}>
        <Box
          component={Link}
          to={`/dashboard/reservation?store=${reservation.storeId}&reservation=${reservation.id}`}
          aria-label={t('open', { name: words.name(guest), code: reservation.code })}
          sx={{ fontWeight: 600, color: 'inherit', display: 'inline-block', minHeight: 24 }}
        >
          {words.name(guest)}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {contact === '' ? t('noContact') : contact}
        </Box>
      </Box>
      <div>
        {guest.roomName} ·{' '}
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {words.time(guest)}
        </Box>
        {reservation.state === 'IN_USE' && ` · ${t('inUse')}`}
      </div>
    </>
  );
}

/** The room that the list offers, with the difference of the price, or why it offers none. */
function OfferedRoom({ guest }: { readonly guest: StrandedGuest }) {
  const { t } = useTranslation('stranded');
  const words = useStrandedWords();
  if (guest.move === null) return <div>{t(`noRoom.${guest.cause === 'OUTSIDE_HOURS' ? 'hours' : 'full'}`)}</div>;
  return (
    <div>
      → <strong>{guest.move.roomName}</strong> · {words.difference(guest)}
    </div>
  );
}

const ACTS = ['MOVE', 'CANCEL', 'INFORM'] as const satisfies readonly StrandedActName[];

/** The acts of these people. Support cannot refund. */
export function usePermittedActs(): readonly StrandedActName[] {
  const can = useCan();
  if (!can('reservations:book')) return [];
  return ACTS.filter(
    (act) => (act !== 'CANCEL' || can('payments:refund')) && (act !== 'INFORM' || can('messages:send')),
  );
}

function GuestActs({ guest, onAct }: Pick<StrandedGuestRowProps, 'guest' | 'onAct'>) {
  const { t } = useTranslation('stranded');
  const name = useStrandedWords().name(guest);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {usePermittedActs()
        .filter((act) => isActPossible(act, guest))
        .map((act) => (
          <Button
            key={act}
            size="small"
            variant="outlined"
            color="inherit"
            aria-label={t(`actNamed.${act}`, { name })}
            onClick={() => onAct(act)}
          >
            {t(`act.${act}`)}
          </Button>
        ))}
    </Box>
  );
}
