import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { FORM_WIDTH } from '../../ui/page-layout.ts';
import { RulesForm } from './rules-form.tsx';
import { RulesProposal } from './rules-proposal.tsx';
import { useOnCallPeople, useOnCallRules } from './rules.api.ts';
import { toVersioned } from './rules-draft.ts';
import { TestOnCall } from './test-on-call.tsx';

/** The on-call rules of a store, and the button that tries them. */
export function RulesPart() {
  const { t } = useTranslation('on-call');
  const { storeId, stores, choose } = useStoreChoice();
  // Without a chosen store in the shell: the first one, because rules belong to one store.
  const shownId = storeId ?? stores[0]?.id ?? null;
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: FORM_WIDTH, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ typography: 'body2', color: 'text.secondary', maxWidth: '64ch' }}>{t('rules.text')}</Box>
      {stores.length > 1 && shownId !== null && (
        <Box sx={{ maxWidth: 320 }}>
          <SelectInput
            label={t('rules.store')}
            value={shownId}
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={choose}
          />
        </Box>
      )}
      {shownId === null ? <Box>{t('rules.noStore')}</Box> : <RulesOfStore key={shownId} storeId={shownId} />}
    </Box>
  );
}

function RulesOfStore({ storeId }: { readonly storeId: string }) {
  const product = useProduct();
  const mayChange = useCan()('on-call:configure');
  const rules = useOnCallRules(product, storeId);
  const people = useOnCallPeople(product, storeId, mayChange);
  const failed = [rules, people].find((query) => query.data === undefined && query.isError);
  if (failed !== undefined) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (rules.data === undefined || (mayChange && people.data === undefined))
    return <Skeleton variant="rounded" height={480} aria-busy="true" data-testid="rules-loading" />;
  return (
    <>
      {mayChange && rules.data.version === null && (
        <RulesProposal rules={toVersioned(rules.data)} people={people.data ?? []} />
      )}
      <RulesForm rules={toVersioned(rules.data)} people={people.data ?? []} isReadOnly={!mayChange}>
        {(isDirty) => mayChange && <TestOnCall storeId={storeId} isEnabled={rules.data.isEnabled} isDirty={isDirty} />}
      </RulesForm>
    </>
  );
}
