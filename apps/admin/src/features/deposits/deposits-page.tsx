import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { FileSection } from './file-section.tsx';
import { Inbox } from './inbox.tsx';
import { RelaysSection } from './relays-section.tsx';
import { RulesSection } from './rules-section.tsx';

/**
 * `/dashboard/deposit`: transfers to the stores' own accounts that wait for a person, and the sources that report them
 * (NX-6).
 */
export function DepositsPage() {
  const { t } = useTranslation('deposits');
  const can = useCan();
  const { storeId, stores } = useStoreChoice();
  const storeName = (id: string) => (storeId === null ? (stores.find((store) => store.id === id)?.name ?? '') : '');
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader title={t('title')} text={t('text')} />
      <Inbox key={storeId ?? 'all'} storeId={storeId} storeName={storeName} />
      {storeId === null && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('chooseStore')}</Box>}
      {storeId !== null && <FileSection key={`file ${storeId}`} storeId={storeId} />}
      {storeId !== null && <RulesSection key={`rules ${storeId}`} storeId={storeId} />}
      {storeId !== null && can('stores:write') && <RelaysSection key={`relays ${storeId}`} storeId={storeId} />}
    </Box>
  );
}
