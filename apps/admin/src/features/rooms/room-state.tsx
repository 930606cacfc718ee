import type { Room, RoomState } from '@munjigi/contract';
import Box from '@mui/material/Box';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { BORDERED } from '../../ui/form/layouts.ts';
import { useFormat, type Format } from '../../ui/format.ts';
import { StoreIcon, type StoreIconName } from '../stores/index.ts';
import { ROOM_TONES, useRoomStateWords, type RoomTone } from './room-words.ts';

const GLYPHS: Readonly<Record<RoomState, StoreIconName>> = {
  FREE: 'free',
  RESERVED: 'clock',
  IN_USE: 'people',
  SEEN_EMPTY: 'people',
  LEAVING: 'people',
  OVERRUN: 'people',
  OCCUPIED: 'people',
  CLEANING: 'sweep',
  BLOCKED: 'block',
  LOCKED_DOWN: 'block',
  FIRE_RELEASED: 'block',
  UNKNOWN: 'clock',
  ARCHIVED: 'archive',
};

const TONE_COLOURS: Readonly<Record<RoomTone, string>> = {
  free: 'success.main',
  due: 'info.main',
  used: 'var(--accent-text)',
  doubt: 'warning.main',
  trouble: 'error.main',
  quiet: 'text.secondary',
};

/** The state of a room by icon, word and colour; a block by its reason. */
export function RoomStateChip({ room }: { readonly room: Pick<Room, 'state' | 'blockReason' | 'presence'> }) {
  const words = useRoomStateWords();
  const tone = ROOM_TONES[room.state];
  return (
    <Box
      component="span"
      data-testid="room-state"
      data-state={room.state}
      data-tone={tone}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        px: 1,
        py: 0.25,
        ...BORDERED,
        fontWeight: 600,
        typography: 'body2',
      }}
    >
      <Box component="span" sx={{ display: 'inline-flex', flex: 'none', color: TONE_COLOURS[tone] }}>
        <StoreIcon name={GLYPHS[room.state]} size={16} />
      </Box>
      {words(room)}
    </Box>
  );
}

/** When the state ends, and when the next guest comes. */
export function RoomTimesText({ room }: { readonly room: Room }) {
  const { t } = useTranslation('rooms');
  const format = useFormat();
  const next = nextText(room, t, format);
  return (
    <Box component="span" sx={{ typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      {room.stateUntil !== null && (
        <>
          {t('until', { time: formatNear(room.stateUntil, format) })}
          {next !== null && ' · '}
        </>
      )}
      {next}
    </Box>
  );
}

function nextText(room: Room, t: TFunction<'rooms'>, format: Format): string | null {
  if (room.nextGuestStartsAt !== null) return t('next', { time: formatNear(room.nextGuestStartsAt, format) });
  return room.state === 'ARCHIVED' ? null : t('noNext');
}

/** The time alone if it is within the next half day, otherwise with its day. */
export function formatNear(instant: string, format: Format): string {
  return Math.abs(Date.parse(instant) - Date.now()) < 12 * 3_600_000 ? format.time(instant) : format.dateTime(instant);
}
