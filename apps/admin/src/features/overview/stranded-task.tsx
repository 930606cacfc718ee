import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProduct } from '../../session/auth.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useStrandedGuests } from '../stranded-guests/index.ts';

/** A line of the overview for each store with stranded guests, until the last of them is settled (ST-50). */
export function StrandedTask({ storeId }: { readonly storeId: string | null }) {
  const { t } = useTranslation('tasks');
  const stores = useStrandedGuests(useProduct(), storeId).data?.stores ?? [];
  return stores.map((store) => (
    <section
      key={store.storeId}
      className="waiting-line"
      aria-labelledby={`stranded-${store.storeId}`}
      data-testid="overview-stranded"
    >
      <h2 id={`stranded-${store.storeId}`}>
        <Link to={`/dashboard/store?tab=closures&store=${store.storeId}`}>
          {storeId === null && `${store.storeName} · `}
          {t('stranded', { count: store.count })}
          <Icon name="chevron" size={16} />
        </Link>
      </h2>
    </section>
  ));
}
