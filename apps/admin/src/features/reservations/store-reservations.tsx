import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LinearProgress } from '../../ui/states/route-progress.tsx';
import { BoardCards } from './board/board-cards.tsx';
import {
  AddressedBoard,
  fetchPanelsWhenIdle,
  List,
  LiveNotice,
  OpenPanels,
  StoreToolbar,
  useBoardAddress,
  useFilledScreen,
  useScreenCommands,
} from './board-page.tsx';
import { useBoardWords } from './board/board-words.ts';
import { useOpenedDay } from './board/axis/opened-day.ts';
import { useShownDay } from './board/axis/shown-day.ts';
import type { OpenPanel } from './reservation-panels.tsx';

/** One store's board or list, with its panels. The choice is in the address (SH-6). */
export function StoreReservations({ storeId }: { readonly storeId: string }) {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const address = useBoardAddress();
  const { choice, choose, openedId, open, isWaitlistRequested } = address;
  const shown = useShownDay(storeId, choice, choose);
  const { days, timeZone, shownDay } = shown;
  const words = useBoardWords(timeZone);
  const [panel, setPanel] = useState<OpenPanel | null>(() =>
    isWaitlistRequested ? { kind: 'waitlist', day: null } : null,
  );
  const isBoard = choice.view !== 'list';
  useEffect(fetchPanelsWhenIdle, []);
  useFilledScreen(isBoard);
  useOpenedDay({
    product,
    openedId,
    days: isBoard && !days.isPlaceholderData ? days.data : undefined,
    timeZone,
    onDay: shownDay.onDate,
  });
  const commands = useScreenCommands({
    shown,
    choice,
    choose,
    setPanel,
    isCovered: panel !== null || openedId !== null,
  });
  return (
    <div className="board-page" data-fill={isBoard || undefined}>
      <PageHeader title={t('title')} actions={<LiveNotice />} />
      <StoreToolbar choice={choice} shown={shown} words={words} commands={commands} onChoose={choose} />
      {isBoard ? (
        <AddressedBoard storeId={storeId} shown={shown} address={address} commands={commands} onPanel={setPanel} />
      ) : (
        <Suspense fallback={<LinearProgress label={t('common:loading')} />}>
          <List storeId={storeId} clock={{ timeZone, today: shownDay.today }} onOpen={open} />
        </Suspense>
      )}
      <BoardCards />
      <OpenPanels storeId={storeId} panel={panel} isDrawerOpen={openedId !== null} onPanel={setPanel} onOpen={open} />
    </div>
  );
}
