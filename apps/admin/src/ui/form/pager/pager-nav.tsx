import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface PagerNavProps {
  readonly label: string;
  readonly padding?: number;
  readonly children: ReactNode;
}

/** The row with the shown range of a list and the ways to its other pages. */
export function PagerNav({ label, padding = 0, children }: PagerNavProps) {
  return (
    <Box
      component="nav"
      aria-label={label}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
        p: padding,
        typography: 'body2',
      }}
    >
      {children}
    </Box>
  );
}
