import { zoneOfStores } from '@munjigi/rules/zone-of-stores';
import { useTranslation } from 'react-i18next';
import { hasSeveralZones, useStoreChoice } from '../session/store-choice.ts';

/** Chooses the store of the screens; shown only to people with several stores (SH-4). */
export function StorePicker() {
  const { t } = useTranslation('navbar');
  const { storeId, stores, choose } = useStoreChoice();
  if (stores.length < 2) return stores[0] === undefined ? null : <span className="store-name">{stores[0].name}</span>;
  return (
    <select
      className="select store-picker"
      aria-label={t('storePicker')}
      value={storeId ?? ''}
      data-testid="store-picker"
      onChange={(event) => choose(event.target.value === '' ? null : event.target.value)}
    >
      <option value="">
        {t('allStores')}
        {hasSeveralZones(stores) && ` (${t('zone', { zone: zoneOfStores(stores) })})`}
      </option>
      {stores.map((store) => (
        <option key={store.id} value={store.id}>
          {store.name}
        </option>
      ))}
    </select>
  );
}
