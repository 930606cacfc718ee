import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

interface FactListProps {
  readonly facts: readonly Fact[];
  /** Whether the values are at the end of their line. */
  readonly isValueAtEnd?: boolean;
  /** Whether a long label may break. */
  readonly canBreakLabels?: boolean;
  readonly rowGap?: number;
  readonly sx?: SxProps<Theme>;
}

/** Labels with their values, one a line. */
export function FactList({ facts, isValueAtEnd = false, canBreakLabels = false, rowGap = 1, sx }: FactListProps) {
  return (
    <Box
      component="dl"
      sx={[
        {
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'auto 1fr',
          columnGap: 2,
          rowGap,
          typography: 'body2',
          '& dt': { color: 'text.secondary', ...(!canBreakLabels && { whiteSpace: 'nowrap' }) },
          '& dd': {
            m: 0,
            overflowWrap: 'anywhere',
            ...(isValueAtEnd && { textAlign: 'end', fontVariantNumeric: 'tabular-nums' }),
          },
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {facts.map(([label, value]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </Box>
  );
}
