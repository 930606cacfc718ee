import type { Reservation } from '@munjigi/contract';
import { useNavigate } from 'react-router';

const PATH = '/dashboard/reservation';

/**
 * Opens a reservation in its drawer: over the present choice of the reservations' screen, or on its store's board. Works
 * from a toast, whose screen may be gone by then.
 */
export function useOpenReservation(): (reservation: Pick<Reservation, 'id' | 'storeId'>) => void {
  const navigate = useNavigate();
  return ({ id, storeId }) => {
    const { pathname, search } = window.location;
    const params = new URLSearchParams(pathname === PATH ? search : { store: storeId });
    params.set('reservation', id);
    void navigate(`${PATH}?${params.toString()}`);
  };
}
