import type { PricePolicy, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { zonedDate } from '@munjigi/rules';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCan, useProduct } from '../../session/auth.tsx';
import { COLUMN_GRID } from '../../ui/form/layouts.ts';
import { Unread } from '../../ui/form/unread.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { StoreIcon } from '../stores/index.ts';
import { NEW_POLICY_ID, newPolicy, applyPolicyDraft, type PolicyDraft } from './policy-draft.ts';
import { PolicyEditor } from './policy-editor.tsx';
import { PolicyList } from './policy-list.tsx';
import { PriceFindings } from './price-findings.tsx';
import { PricePicture } from './price-picture.tsx';
import { usePolicies } from './prices.api.ts';
import { QuoteTester } from './quote-tester.tsx';

interface PricesSectionProps {
  readonly store: Store;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
}

/** A store's prices: the policies or the edited one, beside the prices of a week (PR-1, NX-8). */
export function PricesSection({ store, rooms }: PricesSectionProps) {
  const can = useCan();
  const policies = usePolicies(useProduct(), store.id);
  const { params, open, close } = usePolicyInAddress();
  const [draft, setDraft] = useState<PolicyDraft | null>(null);
  const [date, setDate] = useState(() => zonedDate(store.timeZone, new Date()));

  if (policies.data === undefined) {
    return <Unread query={policies} height={480} testId="prices-loading" />;
  }
  const { items } = policies.data;
  const named = can('rooms:write') ? params.get('policy') : null;
  const edited =
    named === 'new'
      ? newPolicy(store.id, /^[0-9a-f-]{36}$/.exec(params.get('room') ?? '') ?? [], items)
      : (items.find((policy) => policy.id === named) ?? null);
  const shownDraft = edited === null ? null : draft;
  return (
    <Box
      sx={{
        ...COLUMN_GRID,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {edited === null ? (
          <PolicyOverview store={store} rooms={rooms} policies={items} date={date} onOpen={open} />
        ) : (
          <PolicyEditor
            key={edited.id}
            store={store}
            rooms={rooms}
            policy={edited}
            onDraft={setDraft}
            onClose={close}
          />
        )}
      </Box>
      <Box sx={{ position: { lg: 'sticky' }, top: { lg: 88 } }}>
        <PricePicture
          key={edited?.id ?? ''}
          packageMinutes={edited?.packageMinutes ?? null}
          store={store}
          rooms={rooms}
          policies={applyPolicyDraft(items, edited?.id ?? NEW_POLICY_ID, shownDraft)}
          isDraft={shownDraft !== null}
          markedPolicyId={edited?.id ?? null}
          date={date}
          onDate={setDate}
        />
      </Box>
    </Box>
  );
}

/** The edited policy, which the address names. */
function usePolicyInAddress() {
  const [params, setParams] = useSearchParams();
  const open = useCallback(
    (policyId: string | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete('room');
          if (policyId === null) next.delete('policy');
          else next.set('policy', policyId);
          return next;
        },
        { preventScrollReset: true },
      ),
    [setParams],
  );
  const close = useCallback(() => open(null), [open]);
  return { params, open, close };
}

interface PolicyOverviewProps extends PricesSectionProps {
  readonly policies: readonly PricePolicy[];
  readonly date: string;
  readonly onOpen: (policyId: string) => void;
}

/** The policies, their faults, and the price of a time by them. */
function PolicyOverview({ store, rooms, policies, date, onOpen }: PolicyOverviewProps) {
  const { t } = useTranslation('prices');
  const canWrite = useCan()('rooms:write');
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Box sx={{ typography: 'body2', color: 'text.secondary', flex: '1 1 200px' }}>{t('text')}</Box>
        {canWrite && (
          <Button variant="contained" startIcon={<StoreIcon name="add" />} onClick={() => onOpen('new')}>
            {t('policy.add')}
          </Button>
        )}
      </Box>
      {policies.length > 0 ? (
        <PolicyList store={store} policies={policies} rooms={rooms} {...(canWrite && { onOpen })} />
      ) : (
        <EmptyState icon="payments" title={t('empty.title')} text={t('empty.text')} />
      )}
      <PriceFindings
        storeId={store.id}
        date={date}
        rooms={rooms}
        policies={policies}
        {...(canWrite && { onPolicy: onOpen })}
      />
      <QuoteTester store={store} rooms={rooms} />
    </>
  );
}
