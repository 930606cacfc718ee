import type { HistoryStatus } from '@munjigi/contract';
import { ToneChip } from '../../ui/tone-chip.tsx';
import { useCommandWords } from './command-words.ts';
import { Glyph, type GlyphName } from './icons.tsx';

const STYLES: Record<HistoryStatus, { glyph: GlyphName; colour: string }> = {
  QUEUED: { glyph: 'clock', colour: 'text.secondary' },
  SENT: { glyph: 'send', colour: 'text.secondary' },
  ACCEPTED: { glyph: 'report', colour: 'text.secondary' },
  EXECUTED: { glyph: 'check', colour: 'success.main' },
  FAILED: { glyph: 'cross', colour: 'error.main' },
  TIMED_OUT: { glyph: 'clock', colour: 'error.main' },
  EXPIRED: { glyph: 'clock', colour: 'warning.main' },
  REJECTED_OFFLINE: { glyph: 'offline', colour: 'error.main' },
  REPORTED: { glyph: 'report', colour: 'text.secondary' },
};

/** The result of a command: an icon and a word, with the colour only in addition. */
export function StatusChip({ status }: { readonly status: HistoryStatus }) {
  const words = useCommandWords();
  const { glyph, colour } = STYLES[status];
  return (
    <ToneChip data-status={status} colour={colour} icon={<Glyph name={glyph} size={16} />}>
      {words.status(status)}
    </ToneChip>
  );
}
