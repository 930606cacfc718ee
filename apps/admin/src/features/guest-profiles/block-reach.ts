import { reachOf } from '@munjigi/contract/roles';
import { useTranslation } from 'react-i18next';
import { useAuthContext } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';

/** Whether the person may block guests for every store of the chain. */
export function useMayBlockEverywhere(): boolean {
  return reachOf(useAuthContext().user?.roles ?? [], 'reservations:write') === 'all';
}

/** The stores for which the person can block a guest; the empty value is the whole chain. */
export function useBlockReach(storeId: string | null) {
  const { t } = useTranslation('guest-profiles');
  const { stores } = useStoreChoice();
  const mayBlockEverywhere = useMayBlockEverywhere();
  const options = [
    ...(mayBlockEverywhere ? [{ value: '', label: t('everyStore') }] : []),
    ...stores.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return { options, first: storeId ?? options[0]?.value ?? '' };
}
