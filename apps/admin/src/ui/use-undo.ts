import { useTranslation } from 'react-i18next';
import { isProblem } from '../api/call.ts';
import { problemText } from '../api/problem-text.ts';
import { toast } from './toast.ts';

/** How long an act can be undone by one touch. */
export const UNDO_MS = 8_000;

/** Someone else changed the same thing after the act: undoing it would take their change back. */
export class ChangedMeanwhile extends Error {}

/**
 * Offers to undo an act for 8 s. `undo` sends the version that the act left, or throws `ChangedMeanwhile`: after any other change nothing
 * is undone, and a sentence says so.
 */
export function useUndoOffer(): (text: string, undo: () => Promise<unknown>) => void {
  const { t } = useTranslation('form');
  async function run(undo: () => Promise<unknown>): Promise<void> {
    try {
      await undo();
      toast.success(t('undo.done'));
    } catch (error) {
      const isChanged = error instanceof ChangedMeanwhile || (isProblem(error) && (error.code === 'STALE' || error.code === 'NOT_FOUND'));
      toast.error(isChanged ? t('undo.changed') : t('undo.refused', { why: problemText(t, error) }));
    }
  }
  return (text, undo) => toast.action(text, { label: t('undo.act'), durationMs: UNDO_MS, run: () => void run(undo) });
}
