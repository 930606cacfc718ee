import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A table whose cells are coloured by their values. */
export const CELL_TABLE = {
  width: 1,
  borderCollapse: 'separate',
  borderSpacing: '2px',
  fontSize: 12,
  fontVariantNumeric: 'tabular-nums',
} as const;

/** The card of a chart. */
export const CHART = { p: { xs: 1.5, md: 2 }, minWidth: 0 } as const;

/** What the chosen part of a chart says. */
export function ChartReading({ testId, children }: { readonly testId: string; readonly children: ReactNode }) {
  return (
    <Box
      data-testid={testId}
      sx={{
        typography: 'body2',
        color: 'text.secondary',
        minHeight: { xs: 44, md: 24 },
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {children}
    </Box>
  );
}
