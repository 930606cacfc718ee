import type { Store } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { Suspense, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { PartTabs } from '../../ui/form/dialog/dialog-tabs.tsx';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { useFormat } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { FORM_WIDTH } from '../../ui/page-layout.ts';
import { BasicsSection } from './basics-section.tsx';
import { BookingSection } from './booking-section.tsx';
import { CashReceiptSection } from './cash-receipt-section.tsx';
import { CollectorsSection } from './collectors-section.tsx';
import { CancellationSection } from './cancellation-section.tsx';
import { ChooseStore } from './choose-store.tsx';
import { ClosuresSection } from './hours/closures-section.tsx';
import { GuestsSection } from './guests-section.tsx';
import { HolidaysSection } from './hours/holidays-section.tsx';
import { HoursSection } from './hours/hours-section.tsx';
import type { NamedRoom } from './hours/named-room.ts';
import { StoreSellerSection } from './sellers/store-seller-section.tsx';
import { SettlementSection } from './settlement-section.tsx';
import { useStore } from './stores.api.ts';

const TABS = [
  'basics',
  'hours',
  'booking',
  'prices',
  'cancellation',
  'closures',
  'seller',
  'guests',
  'ratings',
  'settlement',
  'modes',
  'feeds',
] as const;
type TabName = (typeof TABS)[number];

type SettingsPart = ComponentType<{ readonly store: Store; readonly rooms: readonly NamedRoom[] }>;

/** The parts of higher features on the screen, passed in by `app/store-screen.tsx`. */
export interface StoreSettingsParts {
  readonly rooms: readonly NamedRoom[];
  readonly Prices: SettingsPart;
  readonly Modes: SettingsPart;
  readonly Feeds: SettingsPart;
  readonly Ratings: SettingsPart;
  /** The rooms and hours for adults (AG-1). */
  readonly Adults: ComponentType<{ readonly storeId: string; readonly rooms: readonly NamedRoom[] }>;
  /** The guests whom closures and hours leave without their room or time (ST-50). */
  readonly Stranded: ComponentType<{ readonly storeId: string; readonly isBrief: boolean }>;
}

/** `/dashboard/store`: all settings of one store, one section at a time (ST-1). */
export function StoreSettingsPage(parts: StoreSettingsParts) {
  const { t } = useTranslation(['stores', 'form']);
  const can = useCan();
  const { storeId, stores } = useStoreChoice();
  const name = stores.find((store) => store.id === storeId)?.name;
  return (
    <>
      <PageHeader
        title={t('title')}
        {...(name !== undefined && { text: name })}
        {...(storeId !== null &&
          can('on-call:read') && {
            actions: (
              <Button
                component={Link}
                to={`/dashboard/on-call?part=rules&store=${storeId}`}
                variant="outlined"
                color="inherit"
              >
                {t('onCall')}
              </Button>
            ),
          })}
      />
      {storeId === null ? <ChooseStore /> : <Settings key={storeId} storeId={storeId} parts={parts} />}
    </>
  );
}

function useShownTabs(): readonly TabName[] {
  const can = useCan();
  return TABS.filter(
    (name) => (name !== 'feeds' || can('stores:write')) && (name !== 'ratings' || can('reservations:read')),
  );
}

function Settings({ storeId, parts }: { readonly storeId: string; readonly parts: StoreSettingsParts }) {
  const { t } = useTranslation('stores');
  const format = useFormat();
  const can = useCan();
  const [params, setParams] = useSearchParams();
  const store = useStore(useProduct(), storeId);
  const shown = useShownTabs();
  const tab: TabName = shown.find((name) => name === params.get('tab')) ?? 'basics';
  const turn = (next: TabName) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        changed.set('tab', next);
        for (const name of ['year', 'policy', 'mode']) changed.delete(name);
        return changed;
      },
      { preventScrollReset: true },
    );

  if (store.data === undefined) {
    return store.isError ? (
      <ErrorState error={store.error} onRetry={() => void store.refetch()} />
    ) : (
      <SettingsSkeleton />
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {store.data.closedAt !== null && (
        <Alert severity="info" data-testid="store-closed">
          {t('closedSince', { day: format.date(store.data.closedAt) })}
        </Alert>
      )}
      <ErrorBoundary place="section">
        {/* It is rare, so no place is kept for it. */}
        <Suspense fallback={null}>
          {can('reservations:read') && tab !== 'closures' && <parts.Stranded storeId={storeId} isBrief />}
        </Suspense>
      </ErrorBoundary>
      <PartTabs
        id="store-tab"
        label={t('title')}
        names={shown}
        value={tab}
        labelOf={(name) => t(`tab.${name}`)}
        onChange={turn}
      />
      <Box role="tabpanel" id="store-tab-panel" aria-labelledby={`store-tab-${tab}`}>
        <ErrorBoundary key={tab} place="section">
          <Suspense fallback={<Skeleton variant="rounded" height={480} aria-busy="true" />}>
            <Section tab={tab} store={store.data} parts={parts} />
          </Suspense>
        </ErrorBoundary>
      </Box>
    </Box>
  );
}

function Section({
  tab,
  store,
  parts,
}: {
  readonly tab: TabName;
  readonly store: Store;
  readonly parts: StoreSettingsParts;
}) {
  const canReadGuests = useCan()('reservations:read');
  switch (tab) {
    case 'basics':
      return <BasicsSection store={store} />;
    case 'hours':
      return <HoursSection store={store} />;
    case 'booking':
      return (
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <BookingSection store={store} />
          <Suspense fallback={null}>
            <parts.Adults storeId={store.id} rooms={parts.rooms} />
          </Suspense>
        </Box>
      );
    case 'prices':
      return <parts.Prices store={store} rooms={parts.rooms} />;
    case 'cancellation':
      return <CancellationSection store={store} />;
    case 'seller':
      return <StoreSellerSection store={store} />;
    case 'guests':
      return <GuestsSection store={store} />;
    case 'ratings':
      return <parts.Ratings store={store} rooms={parts.rooms} />;
    case 'settlement':
      return (
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <SettlementSection store={store} />
          <CollectorsSection storeId={store.id} />
          <CashReceiptSection storeId={store.id} />
        </Box>
      );
    case 'modes':
      return <parts.Modes store={store} rooms={parts.rooms} />;
    case 'feeds':
      return <parts.Feeds store={store} rooms={parts.rooms} />;
    case 'closures':
      return (
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {canReadGuests && (
            <Suspense fallback={null}>
              <parts.Stranded storeId={store.id} isBrief={false} />
            </Suspense>
          )}
          <ClosuresSection store={store} rooms={parts.rooms} />
          <HolidaysSection store={store} />
        </Box>
      );
  }
}

function SettingsSkeleton() {
  return (
    <Box aria-busy="true" data-testid="store-loading" sx={{ display: 'grid', gap: 3 }}>
      <Skeleton variant="rounded" height={48} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
          maxWidth: FORM_WIDTH,
        }}
      >
        {Array.from({ length: 4 }, (_, at) => (
          <Skeleton key={at} variant="rounded" height={40} />
        ))}
      </Box>
    </Box>
  );
}
