import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useStoreChoice, type StoreChoice } from '../../session/store-choice.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LinearProgress } from '../../ui/states/route-progress.tsx';
import { useZone } from '../../ui/time/zone.ts';
import { BoardCards } from './board/board-cards.tsx';
import { useBoardWords } from './board/board-words.ts';
import { useOpenedDay } from './board/axis/opened-day.ts';
import { useShownDay } from './board/axis/shown-day.ts';
import {
  AddressedBoard,
  fetchPanelsWhenIdle,
  List,
  LiveNotice,
  OpenPanels,
  StoreToolbar,
  useBoardAddress,
  useScreenCommands,
  type ScreenCommands,
} from './board-page.tsx';
import type { OpenPanel } from './reservation-panels.tsx';

type Stores = StoreChoice['stores'];

/** More boards would be too much to read at once and to load: the screen asks for a store. */
const MOST_BOARDS = 6;

interface AllStoresProps {
  readonly stores: Stores;
  readonly first: Stores[number];
}

/**
 * All stores of the person (RV-71): their boards below each other, or one list. What is new asks for its store, unless
 * it starts in a board.
 */
export function AllStoresReservations({ stores, first }: AllStoresProps) {
  const { t } = useTranslation('reservations');
  const address = useBoardAddress();
  const { choice, choose, openedId, open } = address;
  const zone = useZone();
  const shown = useShownDay(first.id, choice, choose);
  const words = useBoardWords(zone);
  const [panel, setPanel] = useState<OpenPanel | null>(() =>
    address.isWaitlistRequested ? { kind: 'waitlist', day: null } : null,
  );
  const [storeOfPanel, setStoreOfPanel] = useState<string | null>(null);
  const openPanel = (next: OpenPanel | null, storeId: string | null = null) => {
    setStoreOfPanel(storeId);
    setPanel(next);
  };
  useEffect(fetchPanelsWhenIdle, []);
  const isCovered = panel !== null || openedId !== null;
  const commands = useScreenCommands({ shown, choice, choose, setPanel: openPanel, isCovered });
  return (
    <div className="board-page">
      <PageHeader title={t('title')} text={t('board.allStores')} actions={<LiveNotice />} />
      <StoreToolbar choice={choice} shown={shown} words={words} commands={commands} onChoose={choose} />
      {choice.view === 'list' ? (
        <Suspense fallback={<LinearProgress label={t('common:loading')} />}>
          <List storeId={null} clock={{ timeZone: zone, today: shown.shownDay.today }} onOpen={open} />
        </Suspense>
      ) : stores.length > MOST_BOARDS ? (
        <AskForStore stores={stores} />
      ) : (
        stores.map((store) => (
          <StoreBoard
            key={store.id}
            store={store}
            address={address}
            commands={commands}
            nowCount={shown.shownDay.nowCount}
            onPanel={(next) => openPanel(next, store.id)}
          />
        ))
      )}
      <BoardCards />
      <OpenPanels
        storeId={storeOfPanel}
        panel={panel}
        isDrawerOpen={openedId !== null}
        onPanel={(next) => openPanel(next, storeOfPanel)}
        onStore={setStoreOfPanel}
        onOpen={open}
      />
    </div>
  );
}

interface StoreBoardProps {
  readonly store: Stores[number];
  readonly address: ReturnType<typeof useBoardAddress>;
  readonly commands: ScreenCommands;
  readonly nowCount: number;
  readonly onPanel: (panel: OpenPanel) => void;
}

/** The board of one of the stores, below its name, which leads to that store alone. */
function StoreBoard({ store: { id: storeId, name }, address, commands, nowCount, onPanel }: StoreBoardProps) {
  const { choice, choose, openedId } = address;
  const product = useProduct();
  const { choose: chooseStore } = useStoreChoice();
  const shown = useShownDay(storeId, choice, choose);
  const { days, timeZone, shownDay } = shown;
  useOpenedDay({
    product,
    openedId,
    days: days.isPlaceholderData ? undefined : days.data,
    timeZone,
    onDay: shownDay.onDate,
  });
  return (
    <section className="board-of-store" aria-labelledby={`board-${storeId}`} data-testid="board-of-store">
      <h2 id={`board-${storeId}`}>
        <button type="button" onClick={() => chooseStore(storeId)}>
          {name}
        </button>
      </h2>
      <AddressedBoard
        storeId={storeId}
        shown={shown}
        address={address}
        commands={commands}
        nowCount={nowCount}
        onPanel={onPanel}
      />
    </section>
  );
}

function AskForStore({ stores }: { readonly stores: Stores }) {
  const { t } = useTranslation('reservations');
  const { choose } = useStoreChoice();
  return (
    <EmptyState
      icon="store"
      title={t('board.askStore')}
      text={t('board.askStoreText')}
      action={
        <div className="board-stores">
          {stores.map(({ id, name }) => (
            <button key={id} type="button" className="button" onClick={() => choose(id)}>
              {name}
            </button>
          ))}
        </div>
      }
    />
  );
}
