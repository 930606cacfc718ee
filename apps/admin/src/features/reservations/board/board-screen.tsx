import type { DailyReservations, Store } from '@munjigi/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Board } from './board.tsx';
import type { BoardCommands } from './placement/board-keyboard.ts';
import { BoardSkeleton } from './board-skeleton.tsx';
import { useReservationBadges } from './reservation-badges.ts';
import type { BoardWords } from './board-words.ts';
import { useMoveReservation } from './placement/move-reservation.ts';
import type { ShownDay } from './axis/shown-day.ts';

interface BoardScreenProps {
  readonly product: string;
  readonly storeId: string;
  readonly store: UseQueryResult<Store>;
  readonly days: UseQueryResult<DailyReservations>;
  readonly day: ShownDay;
  readonly pxPerHour: number;
  readonly canWrite: boolean;
  readonly canMoveBlocks: boolean;
  readonly openedId: string | null;
  readonly words: BoardWords;
  readonly commands: BoardCommands;
  readonly onOpen: (reservationId: string) => void;
  readonly onCreate: (roomId: string, startsAt: string, endsAt: string) => void;
}

/**
 * The board, or its replacement while it loads, after a failure, or without rooms. Data that was read stays on screen
 * (SH-9).
 */
export function BoardScreen({
  product,
  storeId,
  store,
  days,
  canWrite,
  canMoveBlocks,
  words,
  commands,
  onCreate,
  ...rest
}: BoardScreenProps) {
  const rooms = days.data?.rooms ?? [];
  const badges = useReservationBadges(storeId, days.data);
  const { move } = useMoveReservation(
    product,
    words,
    (roomId) => rooms.find(({ room }) => room.id === roomId)?.room.name ?? '',
  );
  if (store.data === undefined || days.data === undefined) {
    const failed = store.data === undefined && store.isError ? store : days.isError ? days : null;
    return failed === null ? (
      <BoardSkeleton />
    ) : (
      <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
    );
  }
  if (rooms.length === 0) return <NoRooms storeId={storeId} />;
  const roomAt = (row: number) => rooms[row]?.room.id ?? '';
  const iso = (ms: number) => new Date(ms).toISOString();
  return (
    <Board
      {...rest}
      product={product}
      store={store.data}
      days={days.data}
      canWrite={canWrite}
      canMoveBlocks={canMoveBlocks}
      isPlaceholder={days.isPlaceholderData}
      words={words}
      badges={badges}
      commands={commands}
      onCreate={({ row, startMs, endMs }) => onCreate(roomAt(row), iso(startMs), iso(endMs))}
      onMove={({ reservation, row, startMs, endMs }, price) => {
        if (reservation === null) return;
        void move(
          reservation,
          { roomId: roomAt(row), startsAt: iso(startMs), endsAt: iso(endMs) },
          price?.amount ?? null,
        );
      }}
    />
  );
}

function NoRooms({ storeId }: { readonly storeId: string }) {
  const { t } = useTranslation('reservations');
  return (
    <EmptyState
      icon="room"
      title={t('board.noRooms')}
      text={t('board.noRoomsText')}
      action={
        <Link className="button" to={`/dashboard/room?store=${storeId}`}>
          {t('board.toRooms')}
        </Link>
      }
    />
  );
}
