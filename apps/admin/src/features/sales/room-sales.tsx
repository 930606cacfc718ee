import type { Room, RoomSales as Figures } from '@munjigi/contract';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan, useProduct } from '../../session/auth.tsx';
import { Unread } from '../../ui/form/unread.tsx';
import { useSalesWords } from './sales-words.ts';
import { OccupancyOfRoom } from './charts/occupancy-map.tsx';
import { useOccupancy, useRoomSales } from './sales.api.ts';
import { SectionCard } from '../../ui/section-head.tsx';

/** The sales and the occupancy of a room in its last 30 business dates (RM-2). */
export function RoomSalesCard({ room }: { readonly room: Room }) {
  const { t } = useTranslation('sales');
  const isAllowed = useCan()('sales:read');
  const sales = useRoomSales(useProduct(), room.id, isAllowed);
  return (
    <SectionCard id="room-sales" title={t('room.title')} gap={1.5}>
      {!isAllowed && (
        <Box data-testid="room-sales-forbidden" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('room.forbidden')}
        </Box>
      )}
      {isAllowed && sales.data === undefined && <Unread query={sales} height={188} testId="room-sales-loading" />}
      {sales.data !== undefined && <RoomFigures room={room} sales={sales.data} />}
    </SectionCard>
  );
}

interface RoomFiguresProps {
  readonly room: Room;
  readonly sales: Figures;
}

function RoomFigures({ room, sales }: RoomFiguresProps) {
  const { t } = useTranslation('sales');
  const words = useSalesWords();
  const { from, to, totals, reservationCount, openMinutes, bookedMinutes } = sales;
  const isEmpty =
    totals.paymentCount === 0 && totals.refundCount === 0 && reservationCount === 0 && bookedMinutes === 0;
  const period = words.days(from, to);
  if (isEmpty)
    return (
      <Box data-testid="room-sales-empty" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {t('room.empty', { period })}
      </Box>
    );
  const occupancy = words.share(bookedMinutes, openMinutes);
  return (
    <>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{period}</Box>
      <FigureList sales={sales} occupancy={occupancy} />
      {occupancy !== null && <OccupancyBar openMinutes={openMinutes} bookedMinutes={bookedMinutes} />}
      {occupancy !== null && <OccupancyByHour room={room} from={from} to={to} />}
      <Link
        to={`/dashboard/statistics?${new URLSearchParams({ store: room.storeId, room: room.id, from, to }).toString()}`}
      >
        {t('room.open')}
      </Link>
    </>
  );
}

interface FigureListProps {
  readonly sales: Figures;
  /** `null`: the room was never open. */
  readonly occupancy: string | null;
}

function FigureList({ sales: { totals, reservationCount }, occupancy }: FigureListProps) {
  const { t } = useTranslation('sales');
  const words = useSalesWords();
  const figures = [
    ['net', t('figure.netAmount'), words.money(totals.netAmount)],
    ['gross', t('figure.grossAmount'), words.money(totals.grossAmount)],
    ['refunds', t('figure.refundAmount'), words.money(totals.refundAmount)],
    ['reservations', t('room.reservations'), words.number(reservationCount)],
  ] as const;
  return (
    <Box
      component="dl"
      data-testid="room-sales-figures"
      sx={{
        m: 0,
        display: 'grid',
        gap: 0.75,
        gridTemplateColumns: 'auto 1fr',
        typography: 'body2',
        fontVariantNumeric: 'tabular-nums',
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, textAlign: 'end' },
      }}
    >
      {figures.map(([key, label, value]) => (
        <Box key={key} data-figure={key} sx={{ display: 'contents' }}>
          <dt>{label}</dt>
          <Box component="dd" sx={key === 'net' ? { typography: 'subtitle1', fontWeight: 700 } : {}}>
            {value}
          </Box>
        </Box>
      ))}
      <Box data-figure="occupancy" sx={{ display: 'contents' }}>
        <dt>{t('room.occupancy')}</dt>
        <Box component="dd" sx={{ fontWeight: 700 }}>
          {occupancy ?? t('room.neverOpen')}
        </Box>
      </Box>
    </Box>
  );
}

/** The occupancy of the room by hour of the day, in the same days (SL-36). */
function OccupancyByHour({ room, from, to }: Pick<RoomFiguresProps, 'room'> & Pick<Figures, 'from' | 'to'>) {
  const { data } = useOccupancy(useProduct(), { from, to, storeId: room.storeId });
  const row = data?.find(({ id }) => id === room.id);
  return row === undefined ? null : <OccupancyOfRoom hours={row.hours} />;
}

function OccupancyBar({ openMinutes, bookedMinutes }: Pick<Figures, 'openMinutes' | 'bookedMinutes'>) {
  const { t } = useTranslation('sales');
  const words = useSalesWords();
  const hours = (minutes: number) => words.number(Math.round(minutes / 6) / 10);
  return (
    <>
      <LinearProgress
        variant="determinate"
        value={Math.min(100, (bookedMinutes / openMinutes) * 100)}
        aria-label={t('room.occupancy')}
        sx={{ height: 6, borderRadius: 3 }}
      />
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
        {t('room.occupancyText', { booked: hours(bookedMinutes), open: hours(openMinutes) })}
      </Box>
    </>
  );
}
