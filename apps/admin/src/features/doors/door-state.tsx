import type { Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { Glyph, type GlyphName } from '../devices/index.ts';
import {
  isBatteryLow,
  isLeafBad,
  isUnreachable,
  lockStyle,
  ONLINE_STYLES,
  TONE_COLOUR,
  type Tone,
} from './door-words.ts';

/**
 * The known state of a door, with the lock first and large: state, whether it is only inferred, leaf, mode, connection,
 * battery.
 */
export function DoorState({ door }: { readonly door: Door }) {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <DoorLock door={door} />
      <Connection door={door} />
    </Box>
  );
}

/** The lock, whether its state is only inferred, the leaf and the mode. `isSmall`: in a row of a table. */
export function DoorLock({ door, isSmall = false }: { readonly door: Door; readonly isSmall?: boolean }) {
  const { t } = useTranslation('doors');
  const { glyph, tone } = lockStyle(door);
  const size = isSmall ? 28 : 44;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: isSmall ? 1 : 1.5, minHeight: size }}>
      <Box
        sx={{
          width: size,
          height: size,
          flex: 'none',
          borderRadius: '50%',
          display: 'grid',
          placeItems: 'center',
          position: 'relative',
          color: TONE_COLOUR[tone],
          '&::before': {
            content: '""',
            position: 'absolute',
            inset: 0,
            borderRadius: 'inherit',
            bgcolor: 'currentColor',
            opacity: 0.12,
          },
        }}
      >
        <Glyph name={glyph} size={isSmall ? 18 : 24} />
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Box
          data-testid="lock-state"
          data-state={door.isMoving ? 'MOVING' : door.lockState}
          sx={{ typography: isSmall ? 'body2' : 'h6', fontWeight: 600, lineHeight: 1.25 }}
        >
          {door.isMoving ? t('moving') : t(`lockState.${door.lockState}`)}
          {door.lockStateSource === 'INFERRED' && door.lockState !== 'UNKNOWN' && (
            <Box
              component="span"
              title={t('inferredHint')}
              sx={{
                ml: 1,
                px: 0.75,
                py: 0.25,
                borderRadius: 0.75,
                border: 1,
                borderColor: 'divider',
                typography: 'caption',
                color: 'text.secondary',
              }}
            >
              {t('inferred')}
            </Box>
          )}
        </Box>
        <SideStates door={door} />
      </Box>
    </Box>
  );
}

/** Whether the device can be reached, and what it means when it cannot. */
export function DoorConnection({ door }: { readonly door: Door }) {
  const { t } = useTranslation('doors');
  const { glyph, tone } = ONLINE_STYLES[door.online];
  return (
    <>
      <Mark glyph={glyph} tone={tone} text={t(`online.${door.online}`)} testId="online-state" />
      <ConnectionHint door={door} />
    </>
  );
}

function ConnectionHint({ door }: { readonly door: Door }) {
  const { t } = useTranslation('doors');
  if (!isUnreachable(door)) return null;
  return <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(`onlineHint.${door.online}`)}</Box>;
}

function SideStates({ door }: { readonly door: Door }) {
  const { t } = useTranslation('doors');
  const format = useFormat();
  const words: { text: string; tone: Tone }[] = [];
  if (door.leafState !== 'UNKNOWN')
    words.push({ text: t(`leafState.${door.leafState}`), tone: isLeafBad(door) ? 'bad' : 'neutral' });
  if (door.doorMode !== 'NORMAL') {
    const mode = door.doorMode === 'HELD_OPEN' && door.emergencyId !== null ? 'FIRE_RELEASE' : door.doorMode;
    words.push({
      text:
        door.heldOpenUntil === null ? t(`doorMode.${mode}`) : t('heldUntil', { time: format.time(door.heldOpenUntil) }),
      tone: 'warn',
    });
  }
  if (words.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, typography: 'body2' }}>
      {words.map(({ text, tone }) => (
        <Mark key={text} tone={tone} text={text} {...(tone !== 'neutral' && { glyph: 'alert' as const })} />
      ))}
    </Box>
  );
}

function Connection({ door }: { readonly door: Door }) {
  const { t } = useTranslation('doors');
  const format = useFormat();
  const online = ONLINE_STYLES[door.online];
  // A door that is online and has not reported since the server started has no last report; that text would contradict
  // its state.
  const isSilent = door.lastSeenAt === null && door.online === 'ONLINE';
  const lastSeen =
    door.lastSeenAt === null ? t('neverSeen') : t('lastSeen', { when: format.relative(door.lastSeenAt) });
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 1.5,
          rowGap: 0.25,
          typography: 'body2',
          color: 'text.secondary',
        }}
      >
        <Mark glyph={online.glyph} tone={online.tone} text={t(`online.${door.online}`)} testId="online-state" />
        {door.battery !== null && (
          <Mark
            glyph={isBatteryLow(door) ? 'alert' : 'battery'}
            tone={isBatteryLow(door) ? 'bad' : 'neutral'}
            text={t('battery', { value: door.battery })}
          />
        )}
        {!isSilent && (
          <Box component="span" title={door.lastSeenAt === null ? '' : format.dateTime(door.lastSeenAt)}>
            {lastSeen}
          </Box>
        )}
      </Box>
      <ConnectionHint door={door} />
    </Box>
  );
}

interface MarkProps {
  readonly glyph?: GlyphName;
  readonly tone: Tone;
  readonly text: string;
  readonly testId?: string;
}

function Mark({ glyph, tone, text, testId }: MarkProps) {
  return (
    <Box component="span" data-testid={testId} sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      {glyph && (
        <Box component="span" sx={{ display: 'inline-flex', color: TONE_COLOUR[tone] }}>
          <Glyph name={glyph} size={16} />
        </Box>
      )}
      <Box
        component="span"
        sx={tone === 'neutral' || tone === 'good' ? {} : { color: 'text.primary', fontWeight: 600 }}
      >
        {text}
      </Box>
    </Box>
  );
}
