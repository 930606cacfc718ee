import type { AuditEntry } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValues } from '../../session/address-values.ts';
import { useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { clearedFilter, countActiveFields } from '../../ui/list/address-filter.ts';
import {
  HiddenCount,
  ListCard,
  ListResults,
  ListSkeleton,
  NothingFound,
  NothingSoFar,
} from '../../ui/list/list-states.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useZone } from '../../ui/time/zone.ts';
import { PAGE_STACK } from '../../ui/page-layout.ts';
import { AuditDrawer } from './audit-drawer.tsx';
import { AUDIT_FILTER_FIELDS, readAuditLogFilter, readAuditLogPosition } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { AuditPager } from './audit-pager.tsx';
import { useAudit, useAuditActors } from './audit.api.ts';
import { ChainCard } from './chain-card.tsx';
import { KeptCard } from './kept-card.tsx';

/** The parameters of the position in the list. */
const OF_PAGE = ['after', 'seen'] as const;

/** `/dashboard/system/audit`: who did what, when, from where, to what (PD-2), and whether the chain is intact. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  const product = useProduct();
  const { storeId, stores } = useStoreChoice();
  const { params, change } = useAddressValues(OF_PAGE);
  // Not filtered by store in a chain with one store: most entries, such as sign-ins and rights, belong to no store.
  const filter = readAuditLogFilter(params, stores.length > 1 ? storeId : null, useZone());
  const position = readAuditLogPosition(params);
  const log = useAudit(product, filter, position);
  const actors = useAuditActors(product);
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const storeName = (id: string | null) => (id === null ? '' : (stores.find((store) => store.id === id)?.name ?? ''));
  const clear = () => change(clearedFilter(AUDIT_FILTER_FIELDS));
  const only = (values: Readonly<Record<string, string>>) => {
    setOpened(null);
    change(values);
  };
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader title={t('title')} text={t('text')} />
      <ChainCard />
      <KeptCard />
      <AuditFilters filter={filter} actors={actors.data ?? []} onChange={change} onClear={clear} />
      <ListResults query={log} skeleton={<ListSkeleton rows={10} height={52} testId="audit-loading" />}>
        {(page) =>
          page.items.length === 0 && page.nextCursor !== null ? (
            <NothingSoFar
              texts={t}
              onFurther={() => change({ after: page.nextCursor ?? '', seen: String(position.seen) })}
            />
          ) : page.items.length === 0 ? (
            <NothingFound
              texts={t}
              icon="audit"
              isNarrowed={countActiveFields(AUDIT_FILTER_FIELDS, filter) > 0 || filter.storeId !== null}
              onClear={clear}
            />
          ) : (
            <ListCard isOld={log.isPlaceholderData}>
              <AuditList items={page.items} storeName={storeName} onOpen={setOpened} />
              <Box sx={{ p: 1.5 }}>
                <AuditPager page={page} position={position} onChange={change} />
              </Box>
            </ListCard>
          )
        }
      </ListResults>
      {opened !== null && (
        <AuditDrawer
          entry={opened}
          storeName={storeName(opened.storeId)}
          onClose={() => setOpened(null)}
          onOnly={only}
        />
      )}
      <HiddenCount texts={t} page={log.isPlaceholderData ? undefined : log.data} />
    </Box>
  );
}
