import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { OPENING_ROWS, RecordTable, recordTableStyles } from '../../ui/list/record-table.tsx';
import { DoorButtons, useDoorActs } from './door-acts.tsx';
import { DoorCommandLine } from './operate/door-command-line.tsx';
import { DOOR_SORTS, type DoorFilter, type PlacedDoor } from './door-groups.ts';
import { DoorConnection, DoorLock } from './door-state.tsx';

const COLUMNS = ['name', 'state', 'online', 'battery', 'lastSeen'] as const;

interface DoorTableProps {
  readonly doors: readonly PlacedDoor[];
  readonly filter: DoorFilter;
  readonly onSort: (change: Pick<DoorFilter, 'sort' | 'isDescending'>) => void;
}

/**
 * The doors of a store as a table, on a phone as cards. A column's heading sorts by it, and a click on a row opens the
 * settings of the door for a person with the right to change them.
 */
export function DoorTable({ doors, filter: { sort, isDescending }, onSort }: DoorTableProps) {
  const { t } = useTranslation('doors');
  const hasButtons = useCan()('doors:operate');
  return (
    <Card variant="outlined" sx={{ px: { xs: 1.5, md: 0 } }}>
      <RecordTable
        testId="door-table"
        columns={hasButtons ? [...COLUMNS, 'actions' as const] : COLUMNS}
        heading={(column) => t(`column.${column}`)}
        sorted={sort === null ? undefined : { column: sort, isDescending }}
        onSort={(column) => {
          const by = DOOR_SORTS.find((candidate) => candidate === column);
          return by && (() => onSort({ sort: by, isDescending: sort === by && !isDescending }));
        }}
        sx={TABLE}
      >
        {doors.map((placed) => (
          <DoorRow key={placed.door.id} {...placed} hasButtons={hasButtons} />
        ))}
      </RecordTable>
    </Card>
  );
}

function DoorRow({ door, room, hasButtons }: PlacedDoor & { readonly hasButtons: boolean }) {
  const { t } = useTranslation('doors');
  const format = useFormat();
  const can = useCan();
  const acts = useDoorActs(door);
  const { lastSeenAt, battery } = door;
  return (
    <tr data-testid="door-row" data-door={door.id}>
      <td data-column="name">
        {can('doors:configure') ? (
          <button
            type="button"
            className="link opener"
            aria-label={t('action.edit_named', { door: door.name })}
            onClick={acts.openSettings}
          >
            {door.name}
          </button>
        ) : (
          <strong>{door.name}</strong>
        )}
        <span className="under">{door.roomId === null ? t('storeDoor') : (room?.name ?? '')}</span>
      </td>
      <td data-column="state">
        <DoorLock door={door} isSmall />
      </td>
      <td data-column="online">
        <DoorConnection door={door} />
      </td>
      <td data-column="battery">{battery === null ? '–' : `${battery}%`}</td>
      <td data-column="lastSeen">
        {lastSeenAt === null ? '–' : <span title={format.dateTime(lastSeenAt)}>{format.relative(lastSeenAt)}</span>}
      </td>
      {hasButtons && (
        <td data-column="actions">
          <Box sx={{ position: 'relative', zIndex: 1, minWidth: 180, display: 'grid', gap: 1 }}>
            <DoorButtons door={door} pending={acts.pending} onPress={acts.press} />
            <DoorCommandLine door={door} command={acts.command} attempt={acts.attempt} />
          </Box>
          {acts.dialog}
        </td>
      )}
      {!hasButtons && acts.dialog}
    </tr>
  );
}

const TABLE = recordTableStyles(
  {
    ...OPENING_ROWS,
    '& tbody tr:last-of-type td': { borderBottom: 0 },
    '& [data-column=battery]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
    '& [data-column=lastSeen]': { whiteSpace: 'nowrap' },
    // Only for screen readers: the buttons need no visible heading.
    '& th[data-column=actions]': { fontSize: 0 },
  },
  {
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& [data-column=name]': { gridColumn: 1, gridRow: 1 },
    '& [data-column=battery]': { gridColumn: 2, gridRow: 1 },
    '& [data-column=state]': { gridColumn: '1 / -1', gridRow: 2 },
    '& [data-column=online]': { gridColumn: 1, gridRow: 3 },
    '& [data-column=lastSeen]': { gridColumn: 2, gridRow: 3, color: 'text.secondary' },
    '& [data-column=actions]': { gridColumn: '1 / -1', gridRow: 4, pt: 1 },
  },
);
