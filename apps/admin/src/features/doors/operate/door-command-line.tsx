import type { Command, Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format.ts';
import { CommandResult, CommandSteps, useCommandWords } from '../../devices/index.ts';
import { useDoorOutcome } from './door-outcome.ts';
import type { Attempt } from './operate-door.ts';

interface DoorCommandLineProps {
  readonly door: Door;
  /** The latest command to this door, from any person. */
  readonly command: Command | null;
  /** The press on this page that has no command yet, or was refused before one was created. */
  readonly attempt: Attempt | null;
}

/** The latest command to a door, step by step as it happens, and its result in words, which is read aloud as well. */
export function DoorCommandLine({ door, command, attempt }: DoorCommandLineProps) {
  const words = useCommandWords();
  const format = useFormat();
  const { t } = useTranslation('doors');
  const { shown, isAwaited, outcome } = useDoorOutcome(door, command, attempt);
  const isEmpty = shown === null && !isAwaited;
  return (
    <Box sx={{ display: 'grid', gap: 1, ...(!isEmpty && { borderTop: 1, borderColor: 'divider', pt: 1.5 }) }}>
      {!isEmpty && (
        <Box
          sx={{
            display: 'flex',
            justifyContent: 'space-between',
            gap: 1,
            typography: 'caption',
            color: 'text.secondary',
          }}
        >
          <Box component="span" sx={{ fontWeight: 600, color: 'text.primary' }}>
            {words.action((shown ?? attempt)?.action ?? 'OPEN')}
          </Box>
          {shown !== null && (
            <span>{t('by', { who: words.cause(shown.cause), time: format.time(shown.requestedAt) })}</span>
          )}
        </Box>
      )}
      {!isEmpty && !(isAwaited && attempt?.error !== null) && <CommandSteps command={shown} />}
      <Box role="status" data-testid="door-outcome" sx={{ typography: 'body2' }}>
        {outcome !== null && <CommandResult {...outcome} />}
      </Box>
    </Box>
  );
}
