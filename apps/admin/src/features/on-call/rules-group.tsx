import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface RulesGroupProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** A titled group of the rules. */
export function RulesGroup({ id, title, text, children }: RulesGroupProps) {
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box>
        <Box component="h2" id={id} sx={{ typography: 'h6', m: 0 }}>
          {title}
        </Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '64ch' }}>{text}</Box>
      </Box>
      {children}
    </Box>
  );
}
