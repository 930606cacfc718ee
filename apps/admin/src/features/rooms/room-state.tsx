import type { Room, RoomState } from '@munjigi/contract';
import Box from '@mui/material/Box';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat, type Format } from '../../ui/format.ts';
import { StoreIcon, type StoreIconName } from '../stores/index.ts';

const LOOK: Readonly<Record<RoomState, { readonly glyph: StoreIconName; readonly colour: string }>> = {
  FREE: { glyph: 'free', colour: 'success.main' },
  RESERVED: { glyph: 'clock', colour: 'info.main' },
  IN_USE: { glyph: 'people', colour: 'var(--accent-text)' },
  CLEANING: { glyph: 'sweep', colour: 'text.secondary' },
  BLOCKED: { glyph: 'block', colour: 'warning.main' },
  ARCHIVED: { glyph: 'archive', colour: 'text.secondary' },
};

/** The state of a room by icon, word and colour; a block by its reason. */
export function RoomStateChip({
  room: { state, blockReason },
}: {
  readonly room: Pick<Room, 'state' | 'blockReason'>;
}) {
  const { t } = useTranslation('rooms');
  const { glyph, colour } = LOOK[state];
  return (
    <Box
      component="span"
      data-testid="room-state"
      data-state={state}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        px: 1,
        py: 0.25,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        whiteSpace: 'nowrap',
        fontWeight: 600,
        typography: 'body2',
      }}
    >
      <Box component="span" sx={{ display: 'inline-flex', color: colour }}>
        <StoreIcon name={glyph} size={16} />
      </Box>
      {state === 'BLOCKED' && blockReason !== null ? t(`block.${blockReason}`) : t(`state.${state}`)}
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
