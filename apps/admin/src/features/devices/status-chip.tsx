import type { HistoryStatus } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useCommandWords } from './command-words.ts';
import { Glyph, type GlyphName } from './icons.tsx';

const LOOK: Record<HistoryStatus, { glyph: GlyphName; colour: string }> = {
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
  const { glyph, colour } = LOOK[status];
  return (
    <Box
      component="span"
      data-status={status}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        px: 1,
        py: 0.25,
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        whiteSpace: 'nowrap',
        typography: 'body2',
      }}
    >
      <Box component="span" sx={{ color: colour, display: 'inline-flex' }}>
        <Glyph name={glyph} size={16} />
      </Box>
      {words.status(status)}
    </Box>
  );
}
