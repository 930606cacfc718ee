import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';

/** Asks for a store, where a screen shows one store and the person has several. */
export function ChooseStore() {
  const { t } = useTranslation('stores');
  const { stores, choose } = useStoreChoice();
  const can = useCan();
  if (stores.length === 0 && can('stores:make')) {
    return (
      <EmptyState
        icon="store"
        title={t('choose.newTitle')}
        text={t('choose.newText')}
        action={
          <Button component={Link} to="/dashboard/system/stores" variant="contained" size="large">
            {t('choose.newLink')}
          </Button>
        }
      />
    );
  }
  if (stores.length === 0) return <EmptyState icon="store" title={t('choose.noneTitle')} text={t('choose.noneText')} />;
  return (
    <EmptyState
      icon="store"
      title={t('choose.title')}
      text={t('choose.text')}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
          {stores.map((store) => (
            <Button key={store.id} variant="outlined" color="inherit" size="large" onClick={() => choose(store.id)}>
              {store.name}
            </Button>
          ))}
        </Box>
      }
    />
  );
}
