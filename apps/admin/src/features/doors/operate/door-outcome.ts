import type { Command, Door } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { problemText } from '../../../api/problem-text.ts';
import { hasEnded, hasFailed, useCommandWords } from '../../devices/index.ts';
import type { Attempt } from './operate-door.ts';

/**
 * The latest command of a door, or this page's attempt before it has a command, and its result in words; `null` while
 * it runs.
 */
export function useDoorOutcome(door: Door, command: Command | null, attempt: Attempt | null) {
  const isAwaited = attempt !== null && (command?.id ?? null) === attempt.before;
  const shown = isAwaited ? null : command;
  const outcome = useOutcome(door, shown, isAwaited ? attempt : null);
  return { shown, isAwaited, outcome };
}

function useOutcome(door: Door, command: Command | null, attempt: Attempt | null) {
  const words = useCommandWords();
  const { t } = useTranslation('doors');
  if (attempt !== null) {
    if (attempt.error === null) return null;
    // The answer has no body. It is unknown whether the command reached the server, so the text claims nothing.
    const next = isProblem(attempt.error) ? problemText(t, attempt.error) : t('result.unknownOutcome');
    return { isGood: false, what: t(`result.${attempt.action}_failed`), next };
  }
  if (command === null || !hasEnded(command) || (command.action !== 'OPEN' && command.action !== 'LOCK')) return null;
  if (hasFailed(command)) {
    const failure = words.failure(command);
    return { isGood: false, what: failure?.what ?? t(`result.${command.action}_failed`), next: failure?.next ?? '' };
  }
  const suffix = door.lockStateSource === 'INFERRED' ? '_inferred' : '';
  return {
    isGood: true,
    what: t(`result.${command.action}${suffix}`),
    next: command.latencyMs === null ? '' : words.ms(command.latencyMs),
  };
}
