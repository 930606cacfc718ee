import { useTranslation } from 'react-i18next';
import { useStoreChoice } from '../../session/store-choice.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { AllStoresReservations } from './all-stores-reservations.tsx';
import { StoreReservations } from './store-reservations.tsx';

/** `/dashboard/reservation`: the board or the list of the chosen store, or of all stores (RV-3, RV-4, RV-71). */
export function ReservationsPage() {
  const { t } = useTranslation('reservations');
  const { storeId, stores } = useStoreChoice();
  const [first] = stores;
  if (storeId !== null) return <StoreReservations key={storeId} storeId={storeId} />;
  if (first === undefined) return <EmptyState icon="store" title={t('board.noStore')} text={t('board.noStoreText')} />;
  return <AllStoresReservations stores={stores} first={first} />;
}
