import type { HelpDeskPage, ReservationAccess } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { PLAIN_LIST, BORDERED } from '../../../ui/form/layouts.ts';
import { useFormat } from '../../../ui/format.ts';
import { Glyph, type GlyphName } from '../../devices/index.ts';
import { LateDoorKeypadLine, TONE_COLOUR } from '../../doors/index.ts';
import { CodeStateLine } from './code-state-line.tsx';
import { LINE_TONE, useDeskWords } from '../desk-words.ts';

type GuestDoor = HelpDeskPage['doors'][number];

interface DeskDoorProps {
  readonly guestDoor: GuestDoor;
  readonly access: ReservationAccess['doors'][number] | undefined;
  readonly isHeldUnpaid: boolean;
}

/**
 * A door of the guest: its current state, whether its lock has the guest's code, and its last ten minutes in plain
 * words.
 */
export function DeskDoor({ guestDoor: { door, lines }, access, isHeldUnpaid }: DeskDoorProps) {
  return (
    <Box
      component="section"
      aria-label={door.name}
      data-testid="desk-door"
      data-door={door.id}
      sx={{
        p: 1.5,
        ...BORDERED,
        bgcolor: 'background.paper',
        display: 'grid',
        gap: 1,
      }}
    >
      <Box component="h2" sx={{ typography: 'subtitle1', m: 0 }}>
        {door.name}
      </Box>
      <Marks door={door} />
      {door.doorMode === 'LOCKED_DOWN' && <LateDoorKeypadLine doorId={door.id} />}
      {/* In a lockdown the codes are suspended, also within their times. */}
      {access !== undefined && door.doorMode !== 'LOCKED_DOWN' && (
        <CodeStateLine access={access} isHeldUnpaid={isHeldUnpaid} />
      )}
      <LastMinutes lines={lines} keepsCodes={access?.keepsCodes === true} />
    </Box>
  );
}

interface LastMinutesProps {
  readonly lines: GuestDoor['lines'];
  readonly keepsCodes: boolean;
}

function LastMinutes({ lines, keepsCodes }: LastMinutesProps) {
  const { t } = useTranslation('help-desk');
  const format = useFormat();
  const words = useDeskWords();
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 1 }}>
      <Box component="h3" sx={{ typography: 'caption', fontWeight: 600, color: 'text.secondary', m: 0, mb: 0.5 }}>
        {t('lastMinutes')}
      </Box>
      {lines.length === 0 && (
        <Box data-testid="door-quiet" sx={{ typography: 'body2' }}>
          {t(keepsCodes ? 'quiet' : 'quietNoKeypad')}
        </Box>
      )}
      <Box component="ol" sx={{ ...PLAIN_LIST, display: 'grid', gap: 0.5, typography: 'body2' }}>
        {lines.map((line) => (
          <Box
            component="li"
            key={`${line.at} ${line.kind} ${line.by ?? ''}`}
            data-testid="door-line"
            data-line={line.kind}
            sx={{ display: 'grid', gridTemplateColumns: '44px 1fr', gap: 1 }}
          >
            <Box
              component="time"
              dateTime={line.at}
              sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.secondary' }}
            >
              {format.time(line.at)}
            </Box>
            <Box
              component="span"
              sx={{ color: LINE_TONE[line.kind] === 'neutral' ? 'text.primary' : TONE_COLOUR[LINE_TONE[line.kind]] }}
            >
              {words.line(line)}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

interface Mark {
  readonly glyph: GlyphName;
  readonly text: string;
  readonly colour: string;
  readonly testId?: string;
}

function Marks({ door }: { readonly door: GuestDoor['door'] }) {
  const { t } = useTranslation(['help-desk', 'doors']);
  const isThere = door.online === 'ONLINE' || door.online === 'UNKNOWN';
  const isLocked = door.lockState === 'LOCKED';
  const marks: Mark[] = [
    {
      testId: 'desk-lock',
      glyph: door.isMoving ? 'moving' : isLocked ? 'lock' : 'unlock',
      text: door.isMoving ? t('doors:moving') : t(`doors:lockState.${door.lockState}`),
      colour: !isThere || isLocked ? 'text.secondary' : 'warning.main',
    },
    {
      testId: 'desk-online',
      glyph: isThere ? 'online' : 'offline',
      text: t(`doors:online.${door.online}`),
      colour: isThere ? 'success.main' : 'error.main',
    },
  ];
  if (door.leafState !== 'UNKNOWN')
    marks.push({ glyph: 'doorOpen', text: t(`doors:leafState.${door.leafState}`), colour: 'text.secondary' });
  if (door.doorMode !== 'NORMAL') {
    const mode = door.doorMode === 'HELD_OPEN' && door.emergencyId !== null ? 'FIRE_RELEASE' : door.doorMode;
    marks.push({
      testId: 'desk-mode',
      glyph: 'alert',
      text: t(`doors:doorMode.${mode}`),
      colour: door.doorMode === 'LOCKED_DOWN' ? 'error.main' : 'warning.main',
    });
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, typography: 'body2' }}>
      {marks.map(({ glyph, text, colour, testId }) => (
        <Box
          component="span"
          key={text}
          data-testid={testId}
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}
        >
          <Box component="span" sx={{ display: 'inline-flex', color: colour }}>
            <Glyph name={glyph} size={16} />
          </Box>
          {text}
        </Box>
      ))}
    </Box>
  );
}
