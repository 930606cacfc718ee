import { MuiTheme } from '../../session/mui-theme.tsx';
import type { ListClock } from './list/list-filter.ts';
import { ReservationList } from './list/reservation-list.tsx';

interface ReservationListScreenProps {
  readonly storeId: string | null;
  readonly clock: ListClock;
  readonly onOpen: (reservationId: string) => void;
}

/** The list in place of the board; it loads the component library. */
export function ReservationListScreen(props: ReservationListScreenProps) {
  return (
    <MuiTheme>
      <ReservationList {...props} />
    </MuiTheme>
  );
}
