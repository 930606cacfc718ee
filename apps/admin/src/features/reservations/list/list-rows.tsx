import type { Reservation, Room } from '@munjigi/contract';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format.ts';
import { OPENING_ROWS, RecordTable, recordTableStyles } from '../../../ui/list/record-table.tsx';
import { usePeriodWords } from '../create/period-words.ts';
import { ReservationStateChip } from '../detail/reservation-state-chip.tsx';
import { useReservationWords } from '../reservation-words.ts';
import { isOwed, isPartlyPaid, type ListFilter } from './list-filter.ts';

interface ListRowsProps {
  readonly items: readonly Reservation[];
  readonly rooms: readonly Pick<Room, 'id' | 'name'>[];
  /** The stores whose names the rows show; empty in a list of one store. */
  readonly stores: readonly { readonly id: string; readonly name: string }[];
  readonly sort: ListFilter['sort'];
  readonly onOpen: (reservationId: string) => void;
}

const COLUMNS = ['period', 'room', 'guest', 'people', 'state', 'channel', 'price', 'code'] as const;

/**
 * The list as a table; below the breakpoint the same rows are cards. A click anywhere on a row opens it; the keyboard
 * has one stop.
 */
export function ListRows({ items, rooms, stores, sort, onOpen }: ListRowsProps) {
  const { t } = useTranslation('reservations');
  const names = new Map([...rooms, ...stores].map(({ id, name }) => [id, name]));
  return (
    <RecordTable
      testId="reservation-list"
      columns={COLUMNS}
      heading={(column) => t(`list.column.${column}`)}
      sorted={{ column: 'period', isDescending: sort === '-startsAt' }}
      sx={TABLE}
    >
      {items.map((item) => (
        <Row
          key={item.id}
          reservation={item}
          roomName={names.get(item.roomId) ?? ''}
          storeName={names.get(item.storeId) ?? ''}
          onOpen={onOpen}
        />
      ))}
    </RecordTable>
  );
}

interface RowProps {
  readonly reservation: Reservation;
  readonly roomName: string;
  /** Empty in a list of one store. */
  readonly storeName: string;
  readonly onOpen: (reservationId: string) => void;
}

const Row = memo(function Row({ reservation, roomName, storeName, onOpen }: RowProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const periods = usePeriodWords();
  const words = useReservationWords();
  const isGuest = reservation.kind === 'GUEST';
  const name = words.name(reservation);
  return (
    <tr data-testid="reservation-row" data-reservation={reservation.id}>
      <td data-column="period">{periods.period(reservation.startsAt, reservation.endsAt)}</td>
      <td data-column="room">
        {roomName}
        {storeName !== '' && <span className="under">{storeName}</span>}
      </td>
      <td data-column="guest">
        <button
          type="button"
          className="link opener"
          aria-label={t('list.open', { name, period: periods.period(reservation.startsAt, reservation.endsAt) })}
          onClick={() => onOpen(reservation.id)}
        >
          {name}
        </button>
        {isGuest && reservation.guestPhone !== '' && <span className="under">{reservation.guestPhone}</span>}
      </td>
      <td data-column="people">{isGuest ? t('board.people', { count: reservation.headCount }) : ''}</td>
      <td data-column="state">
        <ReservationStateChip state={reservation.state} />
      </td>
      <td data-column="channel">{isGuest ? t(`channel.${reservation.channel}`) : ''}</td>
      <td data-column="price">
        {isGuest && format.money(reservation.priceAmount)}
        {isGuest && isOwed(reservation) && (
          <span className="under" data-testid="owed">
            {isPartlyPaid(reservation)
              ? t('list.leftToPay', {
                  amount: format.money(reservation.priceAmount - reservation.paidAmount - reservation.waivedAmount),
                })
              : t('list.payments.UNPAID')}
          </span>
        )}
      </td>
      <td data-column="code">{reservation.code}</td>
    </tr>
  );
});

const TABLE = recordTableStyles(
  {
    '& [data-column=price], & [data-column=people]': {
      textAlign: 'end',
      whiteSpace: 'nowrap',
      fontVariantNumeric: 'tabular-nums',
    },
    '& [data-column=period], & [data-column=code]': { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
    '& [data-column=price] .under': { color: 'warning.main', fontWeight: 600 },
    ...OPENING_ROWS,
  },
  {
    // Cards out of view cost no layout, regardless of how many pages were read.
    '& tbody tr': { contentVisibility: 'auto', containIntrinsicSize: 'auto 96px' },
    '& [data-column=guest]': { gridColumn: 1, gridRow: 1, '& .under': { display: 'inline', ml: 1 } },
    '& [data-column=state]': { gridColumn: 2, gridRow: 1, justifySelf: 'end' },
    '& [data-column=period]': { gridColumn: 1, gridRow: 2, whiteSpace: 'normal' },
    '& [data-column=price]': { gridColumn: 2, gridRow: 2, '& .under': { display: 'inline', ml: 0.5 } },
    '& [data-column=room]': {
      gridColumn: 1,
      gridRow: 3,
      color: 'text.secondary',
      '& .under': { display: 'inline', ml: 1 },
    },
    '& [data-column=people]': { gridColumn: 2, gridRow: 3, color: 'text.secondary' },
    '& [data-column=code]': { gridColumn: 1, gridRow: 4, color: 'text.secondary' },
    '& [data-column=channel]': { gridColumn: 2, gridRow: 4, textAlign: 'end', color: 'text.secondary' },
  },
);
