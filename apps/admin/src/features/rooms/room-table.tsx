import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '../../session/auth.tsx';
import { OPENING_ROWS, RecordTable, recordTableStyles } from '../../ui/list/record-table.tsx';
import type { RoomFilter } from './room-filter.ts';
import { useRoomLinks } from './room-links.ts';
import { RoomMenu } from './room-menu.tsx';
import { RoomStateChip, RoomTimesText } from './room-state.tsx';

const COLUMNS = ['name', 'state', 'next', 'capacity'] as const;

export interface RoomTableProps {
  readonly rooms: readonly Room[];
  readonly Openers: ComponentType<{ readonly room: Room }>;
  readonly filter: RoomFilter;
  readonly onSort: (values: { sort: string; dir: string }) => void;
}

/** The rooms as a table, on a phone as cards. A column's heading sorts by it, and a click on a row opens the room. */
export function RoomTable({ rooms, Openers, filter, onSort }: RoomTableProps) {
  const { t } = useTranslation('rooms');
  const hasMenus = useCan()('rooms:write');
  const { isDescending } = filter;
  const sorted = COLUMNS.find((column) => column === filter.sort);
  return (
    <Card variant="outlined" sx={{ px: { xs: 1.5, md: 0 } }}>
      <RecordTable
        testId="room-table"
        columns={hasMenus ? [...COLUMNS, 'actions' as const] : COLUMNS}
        heading={(column) => t(`column.${column}`)}
        sorted={sorted && { column: sorted, isDescending }}
        onSort={(column) =>
          column === 'actions'
            ? undefined
            : () => onSort({ sort: column, dir: sorted === column && !isDescending ? 'desc' : '' })
        }
        sx={TABLE}
      >
        {rooms.map((room) => (
          <RoomRow key={room.id} room={room} Openers={Openers} hasMenu={hasMenus} />
        ))}
      </RecordTable>
    </Card>
  );
}

interface RoomRowProps extends Pick<RoomTableProps, 'Openers'> {
  readonly room: Room;
  readonly hasMenu: boolean;
}

function RoomRow({ room, Openers, hasMenu }: RoomRowProps) {
  const { t } = useTranslation('rooms');
  const links = useRoomLinks();
  return (
    <tr data-testid="room-row" data-room={room.id}>
      <td data-column="name">
        <Link className="opener" to={links.detail(room.id)}>
          {room.name}
        </Link>
        {room.archivedAt === null && (
          <Box sx={{ mt: 0.5, '& .room-openers > .open-button': { flex: '0 1 auto' } }}>
            <Openers room={room} />
          </Box>
        )}
      </td>
      <td data-column="state">
        <RoomStateChip room={room} />
      </td>
      <td data-column="next">
        <RoomTimesText room={room} />
      </td>
      <td data-column="capacity">{t('people', { count: room.capacity })}</td>
      {hasMenu && (
        <td data-column="actions">
          <RoomMenu room={room} />
        </td>
      )}
    </tr>
  );
}

const TABLE = recordTableStyles(
  {
    ...OPENING_ROWS,
    '& tbody tr:last-of-type td': { borderBottom: 0 },
    '& [data-column=capacity]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    '& [data-column=actions]': { width: 48, py: 0.5, textAlign: 'end' },
    // Only for screen readers: the menus need no visible heading.
    '& th[data-column=actions]': { fontSize: 0 },
  },
  {
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& [data-column=name]': { gridColumn: 1, gridRow: 1 },
    '& [data-column=actions]': { gridColumn: 2, gridRow: 1 },
    '& [data-column=state]': { gridColumn: 1, gridRow: 2 },
    '& [data-column=capacity]': { gridColumn: 2, gridRow: 2, color: 'text.secondary' },
    '& [data-column=next]': { gridColumn: '1 / -1', gridRow: 3, color: 'text.secondary' },
  },
);
