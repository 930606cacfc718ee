import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface FoldProps {
  readonly title: string;
  readonly testId?: string;
  readonly children: ReactNode;
}

/** A part of the drawer that is read rarely: its title, with the content below once a person opens it. */
export function Fold({ title, testId, children }: FoldProps) {
  return (
    <Box
      component="details"
      data-testid={testId}
      sx={{
        typography: 'body2',
        '& > summary': { cursor: 'pointer', minHeight: 32, display: 'list-item', alignContent: 'center' },
        '&[open] > summary': { mb: 0.5 },
      }}
    >
      <Box component="summary" sx={{ color: 'text.secondary', fontWeight: 600 }}>
        {title}
      </Box>
      {children}
    </Box>
  );
}
