import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface SectionHeadProps {
  readonly title: string;
  readonly text: ReactNode;
  /** The buttons of the section. */
  readonly children: ReactNode;
}

/** The title and the text of a section, with its buttons beside them. */
export function SectionHead({ title, text, children }: SectionHeadProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', justifyContent: 'space-between' }}>
      <Box sx={{ flex: '1 1 300px' }}>
        <Box component="h2" sx={{ typography: 'h6', m: 0 }}>
          {title}
        </Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '64ch' }}>{text}</Box>
      </Box>
      {children}
    </Box>
  );
}
