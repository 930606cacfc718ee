import type { Command } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { OPENING_ROWS, RecordTable, recordTableStyles } from '../../ui/list/record-table.tsx';
import { useCommandWords } from './command-words.ts';
import { Glyph, type GlyphName } from './icons.tsx';
import { StatusChip } from './status-chip.tsx';

export interface HistoryListProps {
  readonly items: readonly Command[];
  readonly storeName: (storeId: string) => string;
  /** The room's name; empty for a door without a room, and for an archived room. */
  readonly roomName: (roomId: string | null) => string;
  readonly onOpen: (command: Command) => void;
}

/** Each kind of cause has an icon. */
const CAUSE_GLYPHS: Readonly<Record<Command['cause']['kind'], GlyphName>> = {
  PERSON: 'person',
  RESERVATION: 'calendar',
  GUEST: 'person',
  AUTOMATION: 'clock',
  DEVICE: 'lock',
  UNKNOWN: 'question',
};

const COLUMNS = ['requestedAt', 'target', 'action', 'status', 'cause', 'source', 'latency'] as const;

/** The commands and reports of the history. A click anywhere on a row opens it. */
export function HistoryList({ items, storeName, roomName, onOpen }: HistoryListProps) {
  const { t } = useTranslation('devices');
  return (
    <RecordTable
      testId="history-table"
      columns={COLUMNS}
      heading={(column) => t(`column.${column}`)}
      sx={HISTORY_TABLE}
    >
      {items.map((command) => (
        <Row
          key={command.id}
          command={command}
          place={[storeName(command.storeId), roomName(command.roomId)].filter((name) => name !== '').join(' · ')}
          onOpen={() => onOpen(command)}
        />
      ))}
    </RecordTable>
  );
}

interface RowProps {
  readonly command: Command;
  /** The device's store and room, which distinguish equal names. */
  readonly place: string;
  readonly onOpen: () => void;
}

function Row({ command, place, onOpen }: RowProps) {
  const { t } = useTranslation('devices');
  const words = useCommandWords();
  const format = useFormat();
  const failure = words.failure(command);
  const name = t('drawer.open', { target: command.target.name, action: words.action(command.action) });
  return (
    <tr data-testid="history-row" data-command={command.id}>
      <td data-column="requestedAt">
        <time dateTime={command.requestedAt}>{format.dateTimeSeconds(command.requestedAt)}</time>
      </td>
      <td data-column="target">
        <button type="button" className="link opener" aria-label={name} onClick={onOpen}>
          {command.target.name}
        </button>
        {place !== '' && <span className="under">{place}</span>}
      </td>
      <td data-column="action">
        {words.action(command.action)}
        {command.state !== null && <span className="under">{words.state(command.state)}</span>}
      </td>
      <td data-column="status">
        <StatusChip status={command.status} />
        {command.incident !== undefined && <IncidentMark />}
        {failure !== null && command.error !== null && <span className="under">{failure.what}</span>}
      </td>
      <td data-column="cause">
        <Glyph name={CAUSE_GLYPHS[command.cause.kind]} size={16} /> {words.cause(command.cause)}
      </td>
      <td data-column="source">{words.source(command.source)}</td>
      <td data-column="latency">{command.latencyMs === null ? t('none') : words.ms(command.latencyMs)}</td>
    </tr>
  );
}

/** Says that the lock of an empty room opened and that no known person or command opened it. */
export function IncidentMark() {
  const { t } = useTranslation('devices');
  return (
    <Box
      component="span"
      data-testid="incident"
      sx={{ display: 'flex', gap: 0.5, alignItems: 'center', mt: 0.5, fontWeight: 600, color: 'error.main' }}
    >
      <Glyph name="alert" size={16} />
      {t('incident')}
    </Box>
  );
}

const HISTORY_TABLE = recordTableStyles(
  {
    ...OPENING_ROWS,
    '& [data-column=latency]': { textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
    '& [data-column=requestedAt]': { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
    '& .under': { mt: 0.25 },
    '& [data-column=cause] svg': { verticalAlign: 'text-bottom', color: 'text.secondary' },
  },
  {
    '& [data-column=target]': { gridColumn: 1, gridRow: 1 },
    '& [data-column=status]': { gridColumn: '1 / -1', gridRow: 3 },
    '& [data-column=action]': { gridColumn: 2, gridRow: 1, fontWeight: 600, textAlign: 'end' },
    '& [data-column=requestedAt]': { gridColumn: 1, gridRow: 2, color: 'text.secondary' },
    '& [data-column=latency]': { gridColumn: 2, gridRow: 2 },
    '& [data-column=cause]': { gridColumn: 1, gridRow: 4, color: 'text.secondary' },
    '& [data-column=source]': { gridColumn: 2, gridRow: 4, textAlign: 'end', color: 'text.secondary' },
  },
);
