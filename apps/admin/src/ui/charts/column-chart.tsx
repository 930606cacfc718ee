import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { ReactNode } from 'react';

export interface ChartColumn {
  readonly key: string;
  readonly label: string;
  /** The height, 0 to 1 of the highest. */
  readonly share: number;
  /** The part of the height that is filled, 0 to 1; the rest is an outline. */
  readonly filledShare: number;
  /** Above the column, in few characters. */
  readonly text: string;
}

interface ColumnChartProps {
  readonly columns: readonly ChartColumn[];
  /** The chart in one sentence. */
  readonly summary: string;
}

const HEIGHT = 120;
/** A phone shows the latest columns; the table below has all of them. */
const CHART = {
  display: 'flex',
  gap: '2px',
  alignItems: 'flex-end',
  '@media (max-width: 599.95px)': { '& > :nth-last-of-type(n + 7)': { display: 'none' } },
} as const;

/** Columns with their values above them. A table beside the chart has the same values for screen readers. */
export function ColumnChart({ columns, summary }: ColumnChartProps) {
  return (
    <Box role="img" aria-label={summary} dir="ltr" sx={CHART}>
      {columns.map(({ key, label, share, filledShare, text }) => (
        <Box
          key={key}
          data-column={key}
          sx={{
            flex: '1 1 0',
            minWidth: 0,
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 0.25,
            justifyItems: 'center',
            fontSize: { xs: 10, sm: 12 },
            whiteSpace: 'nowrap',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          <span>{text}</span>
          <Box
            sx={{
              width: '70%',
              maxWidth: 44,
              height: Math.max(1, Math.round(share * HEIGHT)),
              border: '1px solid var(--accent-text)',
              borderRadius: '3px 3px 0 0',
              background: `linear-gradient(to top, var(--accent-text) ${String(Math.round(filledShare * 100))}%, transparent 0)`,
            }}
          />
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {label}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

interface ChartCardProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** The frame of a chart with its heading. */
export function ChartCard({ title, text, children }: ChartCardProps) {
  return (
    <Card
      component="section"
      variant="outlined"
      aria-label={title}
      sx={{ p: { xs: 1.5, md: 2 }, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <div>
        <Box component="h2" sx={{ typography: 'subtitle1', m: 0 }}>
          {title}
        </Box>
        {text !== undefined && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{text}</Box>}
      </div>
      {children}
    </Card>
  );
}

interface ChartTableProps {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The values of a chart as a table, which opens below it. */
export function ChartTable({ label, head, rows }: ChartTableProps) {
  return (
    <Box component="details" sx={{ typography: 'body2', '& summary': { cursor: 'pointer', py: 0.5 } }}>
      <summary>{label}</summary>
      <Box role="region" tabIndex={0} aria-label={label} sx={{ overflowX: 'auto' }}>
        <Box component="table" sx={TABLE}>
          <thead>
            <tr>
              {head.map((text) => (
                <th key={text} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...values]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {values.map((value, index) => (
                  <td key={head[index + 1]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
}

const TABLE = {
  width: 1,
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: 1, py: 0.5, textAlign: 'end', whiteSpace: 'nowrap', borderTop: 1, borderColor: 'divider' },
  '& th:first-of-type': { textAlign: 'start', fontWeight: 400 },
  '& thead th, & thead th:first-of-type': { fontWeight: 600, color: 'text.secondary', borderTop: 0 },
} as const;
