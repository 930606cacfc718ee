import Box from '@mui/material/Box';
import { BORDERED } from './form/layouts.ts';

interface RawTextProps {
  readonly label: string;
  readonly text: string;
  readonly testId?: string;
}

/** A text as a machine sent it. The keyboard can scroll it. */
export function RawText({ label, text, testId }: RawTextProps) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      aria-label={label}
      data-testid={testId}
      sx={{
        m: 0,
        p: 1.5,
        ...BORDERED,
        overflow: 'auto',
        maxHeight: 320,
        fontSize: 13,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {text}
    </Box>
  );
}
