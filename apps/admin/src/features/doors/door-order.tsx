import type { Command, Door } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useFormat } from '../../ui/format.ts';
import { CommandSteps, Glyph, hasEnded, hasFailed, useCommandWords } from '../devices/index.ts';
import type { Attempt } from './operate-door.ts';

interface DoorOrderProps {
  readonly door: Door;
  /** The latest order to this door, whoever gave it. */
  readonly command: Command | null;
  /** This page's own press that has no command yet, or was refused before it became one. */
  readonly attempt: Attempt | null;
}

/** The latest order to a door, step by step as it happens, and its end in words, which is read aloud as well. */
export function DoorOrder({ door, command, attempt }: DoorOrderProps) {
  const words = useCommandWords();
  const format = useFormat();
  const { t } = useTranslation('doors');
  const isAwaited = attempt !== null && (command?.id ?? null) === attempt.before;
  const shown = isAwaited ? null : command;
  const outcome = useOutcome(door, shown, isAwaited ? attempt : null);
  const isEmpty = shown === null && !isAwaited;
  return (
    <Box sx={{ display: 'grid', gap: 1, ...(!isEmpty && { borderTop: 1, borderColor: 'divider', pt: 1.5 }) }}>
      {!isEmpty && (
        <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, typography: 'caption', color: 'text.secondary' }}>
          <Box component="span" sx={{ fontWeight: 600, color: 'text.primary' }}>{words.action((shown ?? attempt)?.action ?? 'OPEN')}</Box>
          {shown !== null && <span>{t('by', { who: words.cause(shown.cause), time: format.time(shown.requestedAt) })}</span>}
        </Box>
      )}
      {!isEmpty && !(isAwaited && attempt.error !== null) && <CommandSteps command={shown} />}
      <Box role="status" data-testid="door-outcome" sx={{ typography: 'body2' }}>
        {outcome !== null && (
          <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'flex-start' }}>
            <Box component="span" sx={{ display: 'inline-flex', pt: '2px', color: outcome.isGood ? 'success.main' : 'error.main' }}>
              <Glyph name={outcome.isGood ? 'check' : 'alert'} size={16} />
            </Box>
            <span><strong>{outcome.what}</strong> {outcome.next}</span>
          </Box>
        )}
      </Box>
    </Box>
  );
}

function useOutcome(door: Door, command: Command | null, attempt: Attempt | null) {
  const words = useCommandWords();
  const { t } = useTranslation('doors');
  if (attempt !== null) {
    if (attempt.error === null) return null;
    // No body came back: nobody can know whether the order got through, so nothing is claimed.
    const next = isProblem(attempt.error) ? problemText(t, attempt.error) : t('result.unknownOutcome');
    return { isGood: false, what: t(`result.${attempt.action}_failed`), next };
  }
  if (command === null || !hasEnded(command) || (command.action !== 'OPEN' && command.action !== 'LOCK')) return null;
  if (hasFailed(command)) {
    const failure = words.failure(command);
    return { isGood: false, what: failure?.what ?? t(`result.${command.action}_failed`), next: failure?.next ?? '' };
  }
  const suffix = door.lockStateSource === 'INFERRED' ? '_inferred' : '';
  return { isGood: true, what: t(`result.${command.action}${suffix}`), next: command.latencyMs === null ? '' : words.ms(command.latencyMs) };
}
