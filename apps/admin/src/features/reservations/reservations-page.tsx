import { useTranslation } from 'react-i18next';
import { useStoreChoice } from '../../app/store-choice.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { StoreReservations } from './store-reservations.tsx';

/**
 * `/dashboard/reservation`: the board of one store, or its list. If none of several stores is chosen, it shows the
 * first (RV-3, RV-4).
 */
export function ReservationsPage() {
  const { t } = useTranslation('reservations');
  const { storeId, stores } = useStoreChoice();
  const shown = stores.find((store) => store.id === storeId) ?? stores[0];
  if (shown === undefined) return <EmptyState icon="store" title={t('board.noStore')} text={t('board.noStoreText')} />;
  return <StoreReservations key={shown.id} storeId={shown.id} storeName={storeId === null ? shown.name : null} />;
}
