import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../api/problem-text.ts';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { ROW } from '../../../ui/form/layouts.ts';
import { useFormat } from '../../../ui/format.ts';
import { countActiveFields } from '../../../ui/list/address-filter.ts';
import { EmptyList, ListCard, ListResults, ListSkeleton, NothingFound } from '../../../ui/list/list-states.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { PAGE_STACK } from '../../../ui/page-layout.ts';
import { ConfirmAllDialog } from './confirm-all-dialog.tsx';
import { DesktopSwitch } from '../desktop-switch.tsx';
import { useLookupAddress, type LookupAddress } from './lookup-address.ts';
import { isUnconfirmed, LOOKUP_FILTER_FIELDS } from './lookup-filter.ts';
import { LookupFilters } from './lookup-filters.tsx';
import { LookupList } from './lookup-list.tsx';
import { LookupPager } from './lookup-pager.tsx';
import { RulesSwitch } from '../rules-switch.tsx';
import { useConfirm, useNotificationList, useSinceRead, type LookupPage, type SinceRead } from './lookup.api.ts';

/**
 * `/dashboard/admin/notification`: notifications about payments, the unconfirmed ones first, confirmed one by one or at
 * once (NT-2).
 */
export function NotificationLookupPage() {
  const { t } = useTranslation('notification-lookup');
  return (
    <Box sx={PAGE_STACK}>
      <PageHeader title={t('title')} actions={<DesktopSwitch />} />
      <RulesSwitch />
      <Lookup />
    </Box>
  );
}

function Lookup() {
  const { t } = useTranslation('notification-lookup');
  const address = useLookupAddress();
  const { filter, position, change, clear } = address;
  const product = useProduct();
  const list = useNotificationList(product, filter, position);
  const page = list.data;
  const now = useSinceRead(product, filter, list.isPlaceholderData ? undefined : page, list.dataUpdatedAt) ?? page;
  const arrived = now !== undefined && 'arrived' in now ? now.arrived : 0;
  const readNewest = () => (position.page === 0 ? void list.refetch() : change({ page: '' }));
  return (
    <>
      <LookupFilters filter={filter} position={position} onChange={change} onClear={clear} />
      <Box role="status" aria-atomic="true" sx={{ display: 'grid' }}>
        {arrived > 0 && (
          <Button variant="contained" data-testid="arrived" onClick={readNewest} sx={{ minHeight: 40 }}>
            {t('arrived', { count: arrived })}
          </Button>
        )}
      </Box>
      <ListResults query={list} skeleton={<ListSkeleton rows={position.limit} height={60} testId="lookup-loading" />}>
        {(shown) =>
          shown.items.length === 0 && shown.total > 0 && position.page > 0 ? (
            <EmptyList
              title={t('empty.beyondTitle')}
              action={{ text: t('empty.first'), onClick: () => change({ page: '' }) }}
            />
          ) : shown.items.length === 0 ? (
            <NothingFound texts={t} isNarrowed={countActiveFields(LOOKUP_FILTER_FIELDS, filter) > 0} onClear={clear} />
          ) : (
            <Notifications
              page={shown}
              now={now ?? shown}
              readAt={list.dataUpdatedAt}
              address={address}
              isOld={list.isPlaceholderData}
              onRefetch={() => void list.refetch()}
            />
          )
        }
      </ListResults>
    </>
  );
}

interface NotificationsProps {
  readonly page: LookupPage;
  readonly now: Pick<SinceRead, 'items' | 'total' | 'isTotalExact' | 'unconfirmedCount'>;
  readonly readAt: number;
  readonly address: LookupAddress;
  /** The previous page, while the next one loads. */
  readonly isOld: boolean;
  readonly onRefetch: () => void;
}

function Notifications({
  page,
  now,
  readAt,
  address: { filter, position, change },
  isOld,
  onRefetch,
}: NotificationsProps) {
  const { t } = useTranslation('notification-lookup');
  const mayConfirm = useCan()('notifications:confirm');
  const { confirmSome, ...confirming } = useConfirmation(now.items, readAt);
  const [isAsking, setAsking] = useState(false);
  return (
    <ListCard isOld={isOld}>
      <Box
        sx={{
          ...ROW,
          p: { xs: '12px 0', md: 1.5 },
          typography: 'body2',
        }}
      >
        <Summary now={now} mayConfirm={mayConfirm} />
        {mayConfirm && (
          <ConfirmButtons
            selectedCount={confirming.selected.size}
            canConfirmAll={now.unconfirmedCount > 0}
            hasConfirmAll={page.newestId !== null && filter.state !== 'confirmed'}
            onConfirm={() =>
              confirmSome([...confirming.selected], (count) => {
                toast.success(t('confirm.done', { count }));
                onRefetch();
              })
            }
            onConfirmAll={() => setAsking(true)}
          />
        )}
      </Box>
      <LookupList items={now.items} confirming={mayConfirm ? confirming : null} />
      <Box sx={{ py: 1.5, px: { md: 1.5 } }}>
        <LookupPager position={position} page={page} onChange={change} />
      </Box>
      {isAsking && page.newestId !== null && (
        <ConfirmAllDialog
          filter={filter}
          upToId={page.newestId}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false);
            onRefetch();
          }}
        />
      )}
    </ListCard>
  );
}

/** The selected notifications of a page, and those whose confirmation is under way. */
function useConfirmation(items: LookupPage['items'], readAt: number) {
  const { t } = useTranslation('notification-lookup');
  const confirm = useConfirm(useProduct());
  // Another page, or the same page read again, starts without a selection.
  const [choice, setChoice] = useState<{ readonly of: number; readonly ids: readonly string[] }>({
    of: readAt,
    ids: [],
  });
  const chosen = choice.of === readAt ? choice.ids : [];
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  // Another person may have confirmed a chosen notification.
  const selected = new Set(items.filter((item) => isUnconfirmed(item) && chosen.includes(item.id)).map(({ id }) => id));

  const confirmSome = (ids: readonly string[], onSuccess?: (confirmed: number) => void) => {
    setBusy((before) => new Set([...before, ...ids]));
    confirm.mutate(ids, {
      onSuccess: ({ confirmed }) => onSuccess?.(confirmed),
      onError: (error) => toast.error(t('confirm.failed', { why: problemText(t, error) })),
      onSettled: () => setBusy((before) => new Set([...before].filter((id) => !ids.includes(id)))),
    });
  };
  return {
    confirmSome,
    selected,
    busy,
    onSelect: (ids: readonly string[], isSelected: boolean) =>
      setChoice({ of: readAt, ids: [...chosen.filter((id) => !ids.includes(id)), ...(isSelected ? ids : [])] }),
    onConfirm: (id: string) => {
      if (!busy.has(id)) confirmSome([id]);
    },
  };
}

function Summary({ now, mayConfirm }: Pick<NotificationsProps, 'now'> & { readonly mayConfirm: boolean }) {
  const { t } = useTranslation('notification-lookup');
  const format = useFormat();
  return (
    <>
      <Box
        component="span"
        data-testid="lookup-summary"
        sx={{ fontVariantNumeric: 'tabular-nums', flex: { xs: '1 1 100%', sm: '1 1 auto' } }}
      >
        {t(now.isTotalExact ? 'summary' : 'summaryOfMany', {
          unconfirmed: format.number(now.unconfirmedCount),
          total: format.number(now.total),
        })}
      </Box>
      {!mayConfirm && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('readOnly')}
        </Box>
      )}
    </>
  );
}

interface ConfirmButtonsProps {
  readonly selectedCount: number;
  /** Whether the screen offers to confirm all. */
  readonly hasConfirmAll: boolean;
  readonly canConfirmAll: boolean;
  readonly onConfirm: () => void;
  readonly onConfirmAll: () => void;
}

function ConfirmButtons({ selectedCount, hasConfirmAll, canConfirmAll, ...handlers }: ConfirmButtonsProps) {
  const { t } = useTranslation('notification-lookup');
  return (
    <>
      <Button variant="contained" disabled={selectedCount === 0} sx={{ minHeight: 40 }} onClick={handlers.onConfirm}>
        {t('confirm.some', { count: selectedCount })}
      </Button>
      {hasConfirmAll && (
        <Button
          variant="outlined"
          color="inherit"
          disabled={!canConfirmAll}
          onClick={handlers.onConfirmAll}
          sx={{ minHeight: 40 }}
        >
          {t('confirm.all')}
        </Button>
      )}
    </>
  );
}
