import type { Command } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { commandSteps, type Step, type StepState } from './command-steps.ts';
import { useCommandWords } from './command-words.ts';
import { Glyph, type GlyphName } from './icons.tsx';

const GLYPH: Record<StepState, GlyphName> = { done: 'check', active: 'moving', failed: 'cross', waiting: 'clock' };
const COLOUR: Record<StepState, string> = {
  done: 'success.main',
  active: 'text.primary',
  failed: 'error.main',
  waiting: 'text.disabled',
};

/** The steps of a command as they happen; `null` while the request is on its way to the server. */
export function CommandSteps({ command }: { readonly command: Command | null }) {
  const { t } = useTranslation('devices');
  return (
    <Box
      component="ol"
      aria-label={t('step.list')}
      data-testid="command-steps"
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', listStyle: 'none', m: 0, p: 0 }}
    >
      {(command === null ? UNSENT : commandSteps(command)).map((step) => (
        <StepMark key={step.name} step={step} />
      ))}
    </Box>
  );
}

const UNSENT: readonly Step[] = [
  { name: 'requested', state: 'active', afterMs: null },
  { name: 'sent', state: 'waiting', afterMs: null },
  { name: 'confirmed', state: 'waiting', afterMs: null },
  { name: 'done', state: 'waiting', afterMs: null },
];

function StepMark({ step }: { readonly step: Step }) {
  const { t } = useTranslation('devices');
  const words = useCommandWords();
  return (
    <Box
      component="li"
      data-step={step.name}
      data-state={step.state}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        textAlign: 'center',
        position: 'relative',
        '&:not(:first-of-type)::before': {
          content: '""',
          position: 'absolute',
          top: 11,
          right: 'calc(50% + 14px)',
          left: 'calc(-50% + 14px)',
          height: 2,
          bgcolor: step.state === 'waiting' ? 'divider' : COLOUR[step.state],
        },
      }}
    >
      <StateGlyph state={step.state} />
      <Box
        sx={{
          typography: 'caption',
          lineHeight: 1.3,
          color: step.state === 'waiting' ? 'text.secondary' : 'text.primary',
        }}
      >
        {t(`step.${step.name}`)}
        <Box
          component="span"
          sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
        >
          {` ${t(`step.state.${step.state}`)}`}
        </Box>
      </Box>
      <Box
        sx={{
          typography: 'caption',
          lineHeight: 1.3,
          minHeight: '1.3em',
          color: 'text.secondary',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {step.afterMs === null ? '' : words.ms(step.afterMs)}
      </Box>
    </Box>
  );
}

function StateGlyph({ state }: Pick<Step, 'state'>) {
  return (
    <Box
      sx={{
        width: 24,
        height: 24,
        display: 'grid',
        placeItems: 'center',
        color: COLOUR[state],
        ...(state === 'active' && { '@media (prefers-reduced-motion: no-preference)': TURNING }),
      }}
    >
      <Glyph name={GLYPH[state]} size={16} />
    </Box>
  );
}

const TURNING = {
  animation: 'munjigi-turn 1s linear infinite',
  '@keyframes munjigi-turn': { to: { transform: 'rotate(360deg)' } },
};
