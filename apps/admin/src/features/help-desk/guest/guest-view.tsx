import type { HelpDeskPage } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format.ts';
import { useLocation } from 'react-router';
import { useProduct } from '../../../session/auth.tsx';
import { setPageTitle } from '../../../ui/document-title.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { FORM_WIDTH } from '../../../ui/page-layout.ts';
import { Glyph } from '../../devices/index.ts';
import { GuestActionBar } from './guest-action-bar.tsx';
import { DeskDoor } from './desk-door.tsx';
import { GuestAnswers } from './guest-answers.tsx';
import { GuestFacts } from './guest-facts.tsx';
import { GuestHead } from './guest-head.tsx';
import { useGuestPage } from '../help-desk.api.ts';
import { OtherPeople } from './other-people.tsx';
import { TimeBanner } from './time-banner.tsx';

/** Everything that matters for one guest, the most urgent first; the actions are within reach of the thumb. */
export function GuestView({ reservationId, onBack }: { readonly reservationId: string; readonly onBack: () => void }) {
  const { t } = useTranslation('help-desk');
  const { data, error, retry, reopen, openIfUnseen } = useGuestPage(useProduct(), reservationId);
  // The bar above the screen leads to the address that is already open, which changes only the key.
  const { key } = useLocation();
  const [openedKey] = useState(key);
  useEffect(() => {
    if (key !== openedKey) reopen();
  }, [key, openedKey, reopen]);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: FORM_WIDTH, pb: { xs: '170px', md: 0 } }}>
      <Button
        color="inherit"
        onClick={onBack}
        startIcon={<Glyph name="previous" />}
        sx={{ justifySelf: 'start', ml: -1 }}
      >
        {t('back')}
      </Button>
      {error !== null && <ErrorState error={error} onRetry={retry} />}
      {error === null &&
        data === undefined &&
        [72, 64, 120, 180].map((height) => <Skeleton key={height} variant="rounded" height={height} />)}
      {data !== undefined && (
        // An open page alone must not end the ringing: only a click or a key proves that a person is at it.
        <Box sx={{ display: 'contents' }} onClickCapture={openIfUnseen} onKeyDownCapture={openIfUnseen}>
          <Guest page={data} />
        </Box>
      )}
    </Box>
  );
}

function Guest({ page }: { readonly page: HelpDeskPage }) {
  const { t } = useTranslation('help-desk');
  const { code, id } = page.reservation;
  const [chosen, setChosen] = useState<string | null>(null);
  const doorId = page.doors.find(({ door }) => door.id === chosen)?.door.id ?? page.doors[0]?.door.id ?? null;
  useEffect(() => setPageTitle(t('guestTitle', { code })), [t, code]);
  return (
    <>
      <OtherPeople people={page.people} guestAskedAt={page.guestAskedAt} />
      <GuestHead page={page} />
      {page.guestHelp !== null && <GuestAnswers reservationId={id} help={page.guestHelp} />}
      <TimeBanner page={page} />
      {page.reservation.heldExtension !== null && <HeldExtensionNote held={page.reservation.heldExtension} />}
      <GuestFacts page={page} />
      {page.doors.length === 0 && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('door.none')}</Box>}
      {page.doors.map((guestDoor) => (
        <DeskDoor
          key={guestDoor.door.id}
          guestDoor={guestDoor}
          access={page.access.doors.find((access) => access.doorId === guestDoor.door.id)}
          isHeldUnpaid={page.reservation.state === 'PENDING' && page.dueAmount > 0}
        />
      ))}
      <GuestActionBar key={id} page={page} doorId={doorId} onDoor={setChosen} />
    </>
  );
}

/** The time that the guest holds after the stay and has not paid (GT-12). */
function HeldExtensionNote({ held }: { readonly held: NonNullable<HelpDeskPage['reservation']['heldExtension']> }) {
  const { t } = useTranslation('help-desk');
  const format = useFormat();
  return (
    <Box role="status" sx={{ typography: 'body2' }}>
      {t('heldExtension', {
        time: format.time(held.endsAt),
        amount: format.money(held.addedAmount),
        until: format.time(held.holdExpiresAt),
      })}
    </Box>
  );
}
