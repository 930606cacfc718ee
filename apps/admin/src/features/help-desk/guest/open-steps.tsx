import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { problemText } from '../../../api/problem-text.ts';
import { CommandResult, CommandSteps, hasEnded, hasFailed, useCommandWords } from '../../devices/index.ts';
import type { useOpenDoor } from './open-door.ts';

/** The command, step by step as it happens, and its result in words with the next step for the person. */
export function OpenSteps({ command, attempt }: Pick<ReturnType<typeof useOpenDoor>, 'command' | 'attempt'>) {
  const outcome = useOutcome(command, attempt?.error ?? null);
  if (attempt === null) return null;
  return (
    <Box sx={{ display: 'grid', gap: 0.75, pb: 1 }}>
      {attempt.error === null && <CommandSteps command={command} />}
      <Box role="status" data-testid="open-outcome" sx={{ typography: 'body2', '&:empty': { display: 'none' } }}>
        {outcome !== null && <CommandResult {...outcome} />}
      </Box>
    </Box>
  );
}

function useOutcome(command: ReturnType<typeof useOpenDoor>['command'], error: unknown) {
  const { t } = useTranslation(['help-desk', 'doors']);
  const words = useCommandWords();
  // The answer has no body. It is unknown whether the command reached the server, so the text claims nothing.
  if (error !== null)
    return {
      isGood: false,
      what: t('doors:result.OPEN_failed'),
      next: isProblem(error) ? problemText(t, error) : t('doors:result.unknownOutcome'),
    };
  if (command === null || !hasEnded(command)) return null;
  if (!hasFailed(command))
    return {
      isGood: true,
      what: t('doors:result.OPEN'),
      next: command.latencyMs === null ? '' : words.ms(command.latencyMs),
    };
  const failure = words.failure(command);
  return { isGood: false, what: failure?.what ?? t('doors:result.OPEN_failed'), next: failure?.next ?? '' };
}
