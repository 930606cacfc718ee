import type { Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '../../app/auth.tsx';
import type { RoomFilter } from './room-filter.ts';
import { useRoomLinks } from './room-links.ts';
import { RoomMenu } from './room-menu.tsx';
import { RoomStateChip, RoomTimesText } from './room-state.tsx';

const COLUMNS = ['name', 'state', 'next', 'capacity'] as const;
/** On a phone the times are below the state. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } } as const;

export interface RoomTableProps {
  readonly rooms: readonly Room[];
  readonly Openers: ComponentType<{ readonly room: Room }>;
  readonly filter: RoomFilter;
  readonly onSort: (values: { sort: string; dir: string }) => void;
}

/** The rooms as a table; a column's heading sorts by it. */
export function RoomTable({ rooms, Openers, filter, onSort }: RoomTableProps) {
  const hasMenus = useCan()('rooms:write');
  return (
    <Card variant="outlined">
      <Table size="small" sx={{ '& td, & th': { px: { xs: 1, sm: 2 } }, '& tbody tr:last-child td': { border: 0 } }}>
        <RoomTableHead filter={filter} hasMenus={hasMenus} onSort={onSort} />
        <TableBody>
          {rooms.map((room) => (
            <RoomRow key={room.id} room={room} Openers={Openers} hasMenu={hasMenus} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

interface RoomTableHeadProps extends Pick<RoomTableProps, 'filter' | 'onSort'> {
  readonly hasMenus: boolean;
}

function RoomTableHead({ filter, hasMenus, onSort }: RoomTableHeadProps) {
  const { t } = useTranslation('rooms');
  const direction = filter.isDescending ? 'desc' : 'asc';
  return (
    <TableHead>
      <TableRow>
        {COLUMNS.map((column) => (
          <TableCell
            key={column}
            sortDirection={filter.sort === column ? direction : false}
            align={column === 'capacity' ? 'right' : 'left'}
            {...(column === 'next' && { sx: WIDE })}
          >
            <TableSortLabel
              active={filter.sort === column}
              direction={filter.sort === column ? direction : 'asc'}
              onClick={() =>
                onSort({ sort: column, dir: filter.sort === column && !filter.isDescending ? 'desc' : '' })
              }
            >
              {t(`column.${column}`)}
            </TableSortLabel>
          </TableCell>
        ))}
        {hasMenus && (
          <TableCell>
            <Box
              component="span"
              sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
            >
              {t('column.actions')}
            </Box>
          </TableCell>
        )}
      </TableRow>
    </TableHead>
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
    <TableRow hover data-testid="room-row" data-room={room.id}>
      <TableCell sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        <Link to={links.detail(room.id)}>{room.name}</Link>
        {room.archivedAt === null && (
          <Box sx={{ mt: 0.5, '& .room-openers > .open-button': { flex: '0 1 auto' } }}>
            <Openers room={room} />
          </Box>
        )}
      </TableCell>
      <TableCell>
        <RoomStateChip room={room} />
        <Box sx={{ display: { sm: 'none' } }}>
          <RoomTimesText room={room} />
        </Box>
      </TableCell>
      <TableCell sx={WIDE}>
        <RoomTimesText room={room} />
      </TableCell>
      <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {t('people', { count: room.capacity })}
      </TableCell>
      {hasMenu && (
        <TableCell align="right" sx={{ width: 48 }}>
          <RoomMenu room={room} />
        </TableCell>
      )}
    </TableRow>
  );
}
