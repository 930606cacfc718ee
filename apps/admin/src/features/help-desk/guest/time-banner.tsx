import type { HelpDeskPage } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { TONE_COLOUR, type Tone } from '../../doors/index.ts';
import { useRoomStateWords } from '../../rooms/index.ts';
import { TIME_TONE, useDeskWords } from '../desk-words.ts';
import { closesAt, guestTime, opensAt } from '../guest-time.ts';
import { useNow } from '../../../ui/time/use-now.ts';

const EVERY_MS = 5000;
const SIGN: Readonly<Record<Tone, IconName>> = {
  good: 'check',
  warn: 'history',
  bad: 'error',
  neutral: 'info',
};

/** Whether the guest is too early, within the reserved time, or too late: the first answer for them. */
export function TimeBanner({ page }: { readonly page: HelpDeskPage }) {
  const { t } = useTranslation('help-desk');
  const format = useFormat();
  const words = useDeskWords();
  const state = useRoomStateWords();
  const time = guestTime(page, useNow(EVERY_MS));
  // No time of the guest opens a door that is locked down (DR-8).
  const isLockedDown = page.doors.some(({ door }) => door.doorMode === 'LOCKED_DOWN');
  const mayEnter = time.kind === 'MAY_ENTER' || time.kind === 'RUNNING' || time.kind === 'LEAVING';
  const tone = isLockedDown && mayEnter ? 'bad' : TIME_TONE[time.kind];
  const { reservation } = page;
  const text = t(time.kind === 'CALLED_OFF' ? `time.CALLED_OFF_${time.state}` : `time.${time.kind}`, {
    length: 'minutes' in time ? words.length(time.minutes) : '',
    opens: format.dateTime(opensAt(page)),
    starts: format.time(reservation.startsAt),
    ends: format.time(reservation.endsAt),
    closes: format.time(closesAt(page)),
  });
  return (
    <Box
      data-testid="guest-time"
      data-time={time.kind}
      sx={{
        display: 'flex',
        gap: 1,
        alignItems: 'flex-start',
        p: 1.5,
        borderRadius: 1,
        border: 1,
        borderColor: TONE_COLOUR[tone],
      }}
    >
      <Box component="span" sx={{ display: 'inline-flex', pt: '2px', color: TONE_COLOUR[tone] }}>
        <Icon name={SIGN[tone]} />
      </Box>
      <Box sx={{ typography: 'body1', fontWeight: 600 }}>
        {isLockedDown && mayEnter ? t('time.LOCKED_DOWN', { starts: format.time(reservation.startsAt) }) : text}
        <Box data-testid="desk-room-state" data-state={page.room.state} sx={{ typography: 'body2', fontWeight: 400 }}>
          {t('roomState', { state: state(page.room) })}
        </Box>
        {page.roomNow !== null && (
          <Box data-testid="room-now" sx={{ typography: 'body2', fontWeight: 400 }}>
            {t('roomNow', { code: page.roomNow.code, until: format.time(page.roomNow.endsAt) })}
          </Box>
        )}
      </Box>
    </Box>
  );
}
