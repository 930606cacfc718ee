import './overview.css';
import type { StoreOverview } from '@munjigi/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../app/auth.tsx';
import { useStoreChoice } from '../../app/store-choice.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DoorStrip } from '../doors/index.ts';
import { Attention } from './attention.tsx';
import { figuresOf } from './figures.ts';
import { StoreFigures } from './store-figures.tsx';
import { StoreNow } from './store-now.tsx';
import { useFigures, useOverview, type Overview } from './overview.api.ts';

/** `/dashboard`: how it goes today, what each room is now, store by store, and beside it what somebody should look at (OV-1, OV-2). In plain style sheets: it is the first screen. */
export function OverviewPage() {
  const { t } = useTranslation('overview');
  const { storeId, stores } = useStoreChoice();
  const product = useProduct();
  const overview = useOverview(product, storeId);
  const figures = useFigures(product, storeId);
  // Together, so that nothing is pushed away by what comes second.
  const isPending = overview.isPending || figures.isPending;
  return (
    <div className="overview">
      <PageHeader title={t('title')} text={t('lead')} />
      {/* What was read once stays on screen when a later reading fails (SH-9). */}
      {overview.data === undefined && overview.isError && <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />}
      <div className="overview-body">
        <Attention overview={overview.data} storeId={storeId} stores={stores} />
        <div className="overview-stores">
          {isPending && <div className="overview-loading" aria-busy="true" />}
          {!isPending && figures.data !== undefined && <StoreFigures figures={figuresOf(figures.data.stores)} />}
          {!isPending && figures.data === undefined && <p className="overview-note" role="alert">{t('figures.failed')} <button type="button" className="button" onClick={() => void figures.refetch()}>{t('common:retry')}</button></p>}
          {!isPending && overview.data !== undefined && <Stores key={storeId} overview={overview.data} stores={stores} standings={figures.data?.stores ?? []} storeId={storeId} />}
        </div>
      </div>
    </div>
  );
}

interface StoresProps {
  readonly overview: Overview;
  readonly stores: readonly { id: string; name: string }[];
  /** Those that need somebody most first. */
  readonly standings: readonly StoreOverview[];
  readonly storeId: string | null;
}

function Stores({ overview, stores, standings, storeId }: StoresProps) {
  const { t } = useTranslation('overview');
  const can = useCan();
  const { rooms, total } = overview;
  // As they stood when the screen opened: a store must not go from under a finger.
  const [order] = useState(() => standings.map((it) => it.storeId));
  const place = ({ id }: { id: string }) => (order.includes(id) ? order.indexOf(id) : order.length);
  const shown = [...stores]
    .sort((a, b) => place(a) - place(b))
    .map((store) => ({ store, rooms: rooms.filter((room) => room.storeId === store.id) }))
    .filter((it) => it.rooms.length > 0);
  if (shown.length === 0) return <EmptyState icon="room" title={t('empty.title')} text={t('empty.text')} />;
  const [first] = shown;
  const only = storeId ?? (stores.length === 1 ? first?.store.id : undefined);
  return (
    <>
      {total > rooms.length && <p className="overview-note">{t('tooMany', { shown: rooms.length, total })}</p>}
      {shown.map(({ store, rooms: ofStore }) => (
        <StoreNow key={store.id} store={store} rooms={ofStore} overview={shown.length > 1 ? standings.find((it) => it.storeId === store.id) : undefined} />
      ))}
      {/* Comes last, and pushes nothing away when it comes. */}
      {only !== undefined && can('doors:read') && <DoorStrip storeId={only} />}
    </>
  );
}
