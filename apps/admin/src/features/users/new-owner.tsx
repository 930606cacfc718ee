import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useStoreChoice } from '../../session/store-choice.ts';

/** The store whose owner is to be chosen, when the address comes from the list of stores; otherwise null (SH-4). */
export function useNewOwnerStore(): { readonly id: string; readonly name: string } | null {
  const [params] = useSearchParams();
  const { storeId, stores } = useStoreChoice();
  return params.get('owner') === 'new' ? (stores.find(({ id }) => id === storeId) ?? null) : null;
}

/** Says which store the person to choose or invite is for, and leads back to the list of stores. */
export function NewOwnerBar() {
  const { t } = useTranslation('users');
  const store = useNewOwnerStore();
  if (store === null) return null;
  return (
    <Alert
      severity="info"
      data-testid="new-owner"
      action={<Link to="/dashboard/system/stores">{t('owner.back')}</Link>}
    >
      {t('owner.text', { store: store.name })}
    </Alert>
  );
}
