import Box from '@mui/material/Box';
import { Glyph } from './icons.tsx';

interface CommandResultProps {
  readonly isGood: boolean;
  readonly what: string;
  /** The next step for the person. */
  readonly next: string;
}

/** The result of a command in words. */
export function CommandResult({ isGood, what, next }: CommandResultProps) {
  return (
    <Box sx={{ display: 'flex', gap: 0.75, alignItems: 'flex-start' }}>
      <Box component="span" sx={{ display: 'inline-flex', pt: '2px', color: isGood ? 'success.main' : 'error.main' }}>
        <Glyph name={isGood ? 'check' : 'alert'} size={16} />
      </Box>
      <span>
        <strong>{what}</strong> {next}
      </span>
    </Box>
  );
}
