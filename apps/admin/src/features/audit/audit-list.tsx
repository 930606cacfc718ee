import type { AuditEntry } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { OPENING_ROWS, RecordTable, recordTableStyles } from '../../ui/list/record-table.tsx';
import { useAuditWords } from './audit-words.ts';

interface AuditListProps {
  readonly items: readonly AuditEntry[];
  readonly storeName: (storeId: string | null) => string;
  readonly onOpen: (entry: AuditEntry) => void;
}

const COLUMNS = ['at', 'actor', 'action', 'subject'] as const;

/** The entries of the log. A click anywhere on a row opens it. */
export function AuditList({ items, storeName, onOpen }: AuditListProps) {
  const { t } = useTranslation('audit');
  return (
    <RecordTable testId="audit-table" columns={COLUMNS} heading={(column) => t(`column.${column}`)} sx={AUDIT_TABLE}>
      {items.map((entry) => (
        <AuditRow key={entry.id} entry={entry} storeName={storeName(entry.storeId)} onOpen={() => onOpen(entry)} />
      ))}
    </RecordTable>
  );
}

interface AuditRowProps {
  readonly entry: AuditEntry;
  readonly storeName: string;
  readonly onOpen: () => void;
}

function AuditRow({ entry, storeName, onOpen }: AuditRowProps) {
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
          className="link opener"
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

const AUDIT_TABLE = recordTableStyles(
  {
    ...OPENING_ROWS,
    tableLayout: { md: 'fixed' },
    '& th, & td': { overflowWrap: 'anywhere' },
    '& th[data-column=at]': { width: 170 },
    '& th[data-column=actor]': { width: 180 },
    '& th[data-column=subject]': { width: '26%' },
    '& [data-column=at]': { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
    '& .under': {
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
      overflow: 'hidden',
      mt: 0.25,
    },
  },
  {
    '& tbody tr': { rowGap: 0.5 },
    '& [data-column=action]': { gridColumn: '1 / -1', gridRow: 1 },
    '& [data-column=subject]': { gridColumn: '1 / -1', gridRow: 2 },
    '& [data-column=actor]': { gridColumn: 1, gridRow: 3, color: 'text.secondary' },
    '& [data-column=at]': { gridColumn: 2, gridRow: 3, color: 'text.secondary' },
    '& [data-column=actor] .under': { mt: 0 },
  },
);
