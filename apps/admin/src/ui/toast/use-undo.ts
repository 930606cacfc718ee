import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { toast } from './toast.ts';

/** How long an act can be undone with one tap. */
export const UNDO_MS = 8_000;

/**
 * Offers to undo an act for 8 s. `undo` sends the version that the act created, so the server refuses it after any
 * other change, and a message says so. It resolves with a message about what could not be undone, or with another value
 * if all of it was.
 */
export function useUndoOffer(): (text: string, undo: () => Promise<unknown>) => void {
  const { t } = useTranslation('form');
  async function run(undo: () => Promise<unknown>): Promise<void> {
    try {
      const shortfall = await undo();
      if (typeof shortfall === 'string') toast.error(shortfall);
      else toast.success(t('undo.done'));
    } catch (error) {
      const isChanged = isProblem(error) && (error.code === 'STALE' || error.code === 'NOT_FOUND');
      toast.error(isChanged ? t('undo.changed') : t('undo.refused', { why: problemText(t, error) }));
    }
  }
  return (text, undo) => toast.action(text, { label: t('undo.act'), durationMs: UNDO_MS, run: () => void run(undo) });
}
