import './overview.css';
import type { StoreOverview, UnpaidStay } from '@munjigi/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DoorStrip } from '../doors/index.ts';
import { useUnpaidStays } from '../readiness/index.ts';
import { Attention } from './attention.tsx';
import { sumFigures } from './figures.ts';
import { StoreFigures } from './store-figures.tsx';
import { storeNeedsAttention, QuietStore } from './quiet-store.tsx';
import { StoreNow } from './store-now.tsx';
import {
  findShownSetups,
  useFigures,
  useIsOverviewRead,
  useOverview,
  useSetup,
  type Overview,
} from './overview.api.ts';
import { forgetGuide } from './setup-return.ts';

const SetupGuide = lazy(() => import('./setup-guide.tsx').then((module) => ({ default: module.SetupGuide })));

/**
 * `/dashboard`: today's figures, the state of each room by store, and beside it the part that needs attention (OV-1,
 * OV-2). Styled by the plain style sheets, because it is the first screen.
 */
export function OverviewPage() {
  const { t } = useTranslation('overview');
  const { storeId, stores } = useStoreChoice();
  // Each part reads its data inside a separate boundary: a failed part must not hide another, least of all the doors.
  return (
    <div className="overview">
      <PageHeader title={t('title')} text={t('lead')} />
      <div className="overview-body">
        <ErrorBoundary place="section">
          <StoresAttention storeId={storeId} stores={stores} />
        </ErrorBoundary>
        <div className="overview-stores">
          {/* What goes wrong and the next guest come first, also in a store that is not set up (OV-10). */}
          <ErrorBoundary place="section">
            <Setup storeId={storeId} stores={stores} />
          </ErrorBoundary>
          <ErrorBoundary place="section" name={t('figures.title')}>
            <Figures storeId={storeId} />
          </ErrorBoundary>
          {/* Texts of doors can arrive after the rooms: only the cards wait for them, not the screen. */}
          <Suspense fallback={null}>
            <ErrorBoundary place="section">
              <Rooms storeId={storeId} stores={stores} />
            </ErrorBoundary>
            <ErrorBoundary place="section">
              <Doors storeId={storeId} stores={stores} />
            </ErrorBoundary>
          </Suspense>
        </div>
      </div>
    </div>
  );
}

interface PartProps {
  readonly storeId: string | null;
  readonly stores: readonly { id: string; name: string }[];
}

/** For people who can set up stores. Read after the rest, because most stores have no step left. */
function Setup({ storeId, stores }: PartProps) {
  const can = useCan();
  const isRead = useIsOverviewRead(useProduct(), storeId);
  return isRead && can('rooms:write') ? <OpenSetup storeId={storeId} stores={stores} /> : null;
}

/** Loads the guide only if a store has an open step. */
function OpenSetup({ storeId, stores }: PartProps) {
  const hasStores = stores.length > 0;
  const setup = useSetup(storeId, { isEnabled: hasStores });
  useEffect(forgetGuide, []);
  const isShown = !hasStores || setup.isError || findShownSetups(setup.data?.stores ?? [], storeId).length > 0;
  return isShown ? (
    <Suspense fallback={null}>
      <SetupGuide storeId={storeId} hasStores={hasStores} setup={setup} />
    </Suspense>
  ) : null;
}

function StoresAttention({ storeId, stores }: PartProps) {
  const overview = useOverview(useProduct(), storeId);
  return (
    <>
      {/* Data that was read stays on screen when a later fetch fails (SH-9). */}
      {overview.data === undefined && overview.isError && (
        <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
      )}
      <Attention overview={overview.data} storeId={storeId} stores={stores} />
    </>
  );
}

function Figures({ storeId }: Pick<PartProps, 'storeId'>) {
  const { t } = useTranslation('overview');
  const product = useProduct();
  const figures = useFigures(product, storeId);
  const isRead = useIsOverviewRead(product, storeId);
  if (!isRead) return <div className="overview-loading" aria-busy="true" />;
  if (figures.data !== undefined) return <StoreFigures figures={sumFigures(figures.data.stores)} />;
  return (
    <p className="overview-note" role="alert">
      {t('figures.failed')}{' '}
      <button type="button" className="button" onClick={() => void figures.refetch()}>
        {t('common:retry')}
      </button>
    </p>
  );
}

function Rooms({ storeId, stores }: PartProps) {
  const product = useProduct();
  const overview = useOverview(product, storeId);
  const figures = useFigures(product, storeId);
  const isRead = useIsOverviewRead(product, storeId);
  const unpaid = useUnpaidStays(product, storeId);
  // An unpaid guest makes a card higher, which must not move the buttons below.
  if (!isRead || !unpaid.isRead || overview.data === undefined) return null;
  return (
    <Stores
      key={storeId}
      overview={overview.data}
      stores={stores}
      standings={figures.data?.stores ?? []}
      unpaid={unpaid.stays}
    />
  );
}

/** For a single store. Rendered last and read after the rest, so that it moves nothing. */
function Doors({ storeId, stores }: PartProps) {
  const can = useCan();
  const isRead = useIsOverviewRead(useProduct(), storeId);
  const only = storeId ?? (stores.length === 1 ? stores[0]?.id : undefined);
  return isRead && only !== undefined && can('doors:read') ? <DoorStrip storeId={only} /> : null;
}

/** In a chain with at least so many stores, a store without open work is one line. */
const MANY_STORES = 6;

interface StoresProps {
  readonly overview: Overview;
  readonly stores: readonly { id: string; name: string }[];
  /** The stores with the greatest need first. */
  readonly standings: readonly StoreOverview[];
  readonly unpaid: readonly UnpaidStay[];
}

function Stores({ overview, stores, standings, unpaid }: StoresProps) {
  const { t } = useTranslation('overview');
  const can = useCan();
  const { rooms, total } = overview;
  // The order when the screen opened, because a store must not move under a finger.
  const [order] = useState(() => standings.map((standing) => standing.storeId));
  const [waiting] = useState(() => new Set(standings.filter(storeNeedsAttention).map((standing) => standing.storeId)));
  const place = ({ id }: { id: string }) => (order.includes(id) ? order.indexOf(id) : order.length);
  const standingOf = (id: string) => standings.find((standing) => standing.storeId === id);
  const shown = [...stores]
    .sort((a, b) => place(a) - place(b))
    .map((store) => ({ store, rooms: rooms.filter((room) => room.storeId === store.id) }))
    .filter((item) => item.rooms.length > 0 && standingOf(item.store.id)?.isClosed !== true);
  if (shown.length === 0) return can('rooms:write') ? null : <EmptyState icon="room" title={t('empty.room')} />;
  return (
    <>
      {total > rooms.length && <p className="overview-note">{t('tooMany', { shown: rooms.length, total })}</p>}
      {shown.map(({ store, rooms: ofStore }) => (
        <ErrorBoundary key={store.id} place="section" name={store.name}>
          {shown.length >= MANY_STORES && !waiting.has(store.id) ? (
            <QuietStore store={store} rooms={ofStore} overview={standingOf(store.id)} unpaid={unpaid} />
          ) : (
            <StoreNow
              store={store}
              rooms={ofStore}
              overview={shown.length > 1 ? standingOf(store.id) : undefined}
              unpaid={unpaid}
            />
          )}
        </ErrorBoundary>
      ))}
    </>
  );
}
