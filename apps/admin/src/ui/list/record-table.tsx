import Box from '@mui/material/Box';
import type { KeyboardEventHandler, ReactNode } from 'react';
import { VISUALLY_HIDDEN } from '../visually-hidden.ts';

interface Styles {
  readonly [name: string]: string | number | Styles;
}

interface RecordTableProps<Column extends string> {
  readonly testId: string;
  readonly columns: readonly Column[];
  readonly heading: (column: Column) => string;
  readonly sx: Styles;
  /** The column that the rows are in the order of. */
  readonly sorted?: { readonly column: Column; readonly isDescending: boolean } | undefined;
  /** Sorts by a column. `undefined` of a column: its heading is no button. */
  readonly onSort?: (column: Column) => (() => void) | undefined;
  /** A heading before those of the columns. */
  readonly firstHead?: ReactNode;
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement> | undefined;
  /** The rows. */
  readonly children: ReactNode;
}

/**
 * A list as a table; on a phone the same rows are cards. It is one table for both sizes, so that a screen reader always
 * finds rows and cells.
 */
export function RecordTable<Column extends string>({
  testId,
  columns,
  heading,
  sx,
  sorted,
  onSort,
  firstHead,
  onKeyDown,
  children,
}: RecordTableProps<Column>) {
  return (
    <Box component="table" data-testid={testId} sx={sx} onKeyDown={onKeyDown}>
      <thead data-sortable={onSort === undefined ? undefined : ''}>
        <tr>
          {firstHead}
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              data-column={column}
              aria-sort={sorted?.column === column ? (sorted.isDescending ? 'descending' : 'ascending') : undefined}
            >
              <Heading onSort={onSort?.(column)}>
                {heading(column)}
                {sorted?.column === column && <span aria-hidden="true">{sorted.isDescending ? ' ↓' : ' ↑'}</span>}
              </Heading>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Box>
  );
}

function Heading({ onSort, children }: { readonly onSort: (() => void) | undefined; readonly children: ReactNode }) {
  if (onSort === undefined) return children;
  return (
    <button type="button" className="link" onClick={onSort}>
      {children}
    </button>
  );
}

/**
 * Styles of rows that open (decision 113): each has one link or button with the class `opener`, which looks like every
 * link and covers its row, so that a click anywhere opens it and the keyboard has one stop. A link opens in a new tab
 * with the middle button. Other links, buttons and checkboxes of the row stay above it.
 */
export const OPENING_ROWS = {
  '& tbody tr': { position: 'relative', '&:hover': { bgcolor: 'action.hover' } },
  '& .opener': {
    fontWeight: 600,
    minHeight: 24,
    overflowWrap: 'anywhere',
    '&::after': { content: '""', position: 'absolute', inset: 0, cursor: 'pointer' },
  },
  '& tbody tr :is(a, button, .MuiCheckbox-root):not(.opener)': { position: 'relative', zIndex: 1 },
} as const;

const WIDE: Styles = {
  width: '100%',
  borderCollapse: 'collapse',
  typography: 'body2',
  '& th, & td': { textAlign: 'start', px: 1.5, py: 1, verticalAlign: 'top', borderBottom: 1, borderColor: 'divider' },
  '& th': { color: 'text.secondary', fontWeight: 600, whiteSpace: 'nowrap' },
  '& .under': { display: 'block', color: 'text.secondary' },
};

/** Below the breakpoint: a row is a grid, whose cells each table puts into its places. */
const NARROW: Styles = {
  '& thead:not([data-sortable])': VISUALLY_HIDDEN,
  // Cards have no heads, so those that sort are a line of buttons above them.
  '& thead[data-sortable], & thead[data-sortable] tr': { display: 'flex', flexWrap: 'wrap', columnGap: 2 },
  '& thead[data-sortable] th': { p: 0, border: 0, width: 'auto' },
  '& thead[data-sortable] th:not(:has(button))': VISUALLY_HIDDEN,
  '& thead[data-sortable] button': { minHeight: 32 },
  '& tbody, & td': { display: 'block' },
  '& tbody tr': {
    display: 'grid',
    gridTemplateColumns: '1fr auto',
    columnGap: 1,
    rowGap: 0.25,
    py: 1.5,
    borderBottom: 1,
    borderColor: 'divider',
  },
  '& td': { p: 0, border: 0, minWidth: 0, overflowWrap: 'anywhere' },
};

/** The styles of a table with its own rules for wide screens and for phones. */
export function recordTableStyles(wide: Styles, narrow: Styles): Styles {
  return { ...mergeStyles(WIDE, wide), '@media (max-width: 899.95px)': mergeStyles(NARROW, narrow) };
}

/** The rules of both; a declaration of `own` replaces the one of `base` in the same rule, and comes after the others. */
function mergeStyles(base: Styles, own: Styles): Styles {
  const merged = Object.entries(own).map(([name, value]) => {
    const rule = base[name];
    if (typeof rule !== 'object' || typeof value !== 'object') return [name, value] as const;
    const remaining = Object.entries(rule).filter(([declaration]) => !(declaration in value));
    return [name, { ...Object.fromEntries(remaining), ...value }] as const;
  });
  return { ...base, ...Object.fromEntries(merged) };
}
