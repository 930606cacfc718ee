/** What all tables of figures have: the label of a row at its start, the figures at their end. */
export const FIGURE_TABLE = {
  width: 1,
  borderCollapse: 'collapse',
  typography: 'body2',
  fontVariantNumeric: 'tabular-nums',
  '& th:first-of-type': { textAlign: 'start', fontWeight: 400 },
  '& thead th, & thead th:first-of-type': { fontWeight: 600, color: 'text.secondary' },
} as const;
