import type { AuditEntry } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { useAuditWords } from './audit-words.ts';

interface AuditListProps {
  readonly items: readonly AuditEntry[];
  readonly storeName: (storeId: string | null) => string;
  readonly onOpen: (entry: AuditEntry) => void;
}

const COLUMNS = ['at', 'actor', 'action', 'subject'] as const;

/** The log as a table; below the breakpoint the same rows are cards. A click anywhere on a row opens it. */
export function AuditList({ items, storeName, onOpen }: AuditListProps) {
  const { t } = useTranslation('audit');
  return (
    <Box component="table" data-testid="audit-table" sx={TABLE}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" data-column={column}>
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((entry) => (
          <Row key={entry.id} entry={entry} storeName={storeName(entry.storeId)} onOpen={() => onOpen(entry)} />
        ))}
      </tbody>
    </Box>
  );
}

function Row({
  entry,
  storeName,
  onOpen,
}: {
  readonly entry: AuditEntry;
  readonly storeName: string;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const format = useFormat();
  const { actor, subject } = entry;
  const summary = words.summary(entry);
  const action = words.action(entry.action);
  const about = subject.name ?? words.subject(subject.kind);
  const under = [subject.name === null ? '' : words.subject(subject.kind), storeName]
    .filter((text) => text !== '')
    .join(' · ');
  return (
    <tr data-testid="audit-row" data-seq={entry.seq} data-action={entry.action}>
      <td data-column="at">
        <time dateTime={entry.at}>{format.dateTime(entry.at)}</time>
      </td>
      <td data-column="actor">
        {words.actor(actor)}
        <span className="under">{actor.address ?? t(`actorKind.${actor.kind}`)}</span>
      </td>
      <td data-column="action">
        <button
          type="button"
          aria-label={t('open', { action, who: words.actor(actor), when: format.dateTime(entry.at) })}
          onClick={onOpen}
        >
          {action}
        </button>
        {summary !== '' && <span className="under">{summary}</span>}
      </td>
      <td data-column="subject">
        {about}
        {under !== '' && <span className="under">{under}</span>}
      </td>
    </tr>
  );
}

/** One table for both sizes, so that a screen reader always finds rows and cells. */
const TABLE = {
  width: '100%',
  borderCollapse: 'collapse',
  typography: 'body2',
  tableLayout: { md: 'fixed' },
  '& th, & td': {
    textAlign: 'start',
    px: 1.5,
    py: 1,
    verticalAlign: 'top',
    borderBottom: 1,
    borderColor: 'divider',
    overflowWrap: 'anywhere',
  },
  '& th': { color: 'text.secondary', fontWeight: 600, whiteSpace: 'nowrap' },
  '& th[data-column=at]': { width: 170 },
  '& th[data-column=actor]': { width: 180 },
  '& th[data-column=subject]': { width: '26%' },
  '& [data-column=at]': { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  '& .under': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    color: 'text.secondary',
    mt: 0.25,
  },
  '& tbody tr': { position: 'relative', '&:hover': { bgcolor: 'action.hover' } },
  '& button': {
    font: 'inherit',
    fontWeight: 600,
    color: 'inherit',
    background: 'none',
    border: 0,
    p: 0,
    minHeight: 24,
    cursor: 'pointer',
    textAlign: 'start',
    // The button covers its whole row, so that a click anywhere opens it and the keyboard has one stop.
    '&::after': { content: '""', position: 'absolute', inset: 0 },
  },
  '@media (max-width: 899.95px)': {
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody, & td': { display: 'block' },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: '1fr auto',
      columnGap: 1,
      rowGap: 0.5,
      py: 1.5,
      borderBottom: 1,
      borderColor: 'divider',
    },
    '& td': { p: 0, border: 0, minWidth: 0 },
    '& [data-column=action]': { gridColumn: '1 / -1', gridRow: 1 },
    '& [data-column=subject]': { gridColumn: '1 / -1', gridRow: 2 },
    '& [data-column=actor]': { gridColumn: 1, gridRow: 3, color: 'text.secondary' },
    '& [data-column=at]': { gridColumn: 2, gridRow: 3, color: 'text.secondary' },
    '& [data-column=actor] .under': { mt: 0 },
  },
} as const;
