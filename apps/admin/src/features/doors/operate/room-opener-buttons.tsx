import type { Door, Room } from '@munjigi/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { nameInRoom, placedName } from '../../../session/placed-name.ts';
import { useStoreChoice } from '../../../session/store-choice.ts';
import { useDoors } from '../doors.api.ts';
import { OpenButton } from './open-button.tsx';
import { findOpenRefusal } from '../door-words.ts';
import { findRoomDoors } from '../room-doors.ts';

/** A card shows at most this many; the room's page shows all. */
const MOST_ON_CARD = 2;

export interface RoomOpenerProps {
  readonly room: Pick<Room, 'id' | 'storeId' | 'name' | 'partRoomIds'>;
  /**
   * Includes the street doors on the way to the room: for a single room. Otherwise the street doors are shown only for a
   * room without its own door.
   */
  readonly isWayIn?: boolean;
  /** Fills the first button: opening is what a guest of the room needs now (RV-60). */
  readonly isLeading?: boolean;
  /** The content below. It appears together with the buttons, so that they do not move it under a finger. */
  readonly children?: ReactNode;
}

/** A button for each door of a room, which opens it with one tap (OV-1). */
export function RoomOpenerButtons(props: RoomOpenerProps) {
  const { storeId } = useStoreChoice();
  // Uses the list that the screen reads anyway, so that all cards share one query.
  return (
    <Buttons
      {...props}
      listedStoreId={storeId === null || storeId === props.room.storeId ? storeId : props.room.storeId}
    />
  );
}

interface DoorOpenerButtonProps {
  readonly storeId: string;
  readonly doorId: string;
  /** The list that the button reads; all stores first, as the screen does, and the store if the chain has too many doors. */
  readonly listedStoreId?: string | null;
}

/** The button that opens one door with one tap. */
export function DoorOpenerButton(props: DoorOpenerButtonProps) {
  const { t } = useTranslation(['doors', 'devices']);
  const choice = useStoreChoice();
  const { storeId, doorId, listedStoreId = choice.storeId === storeId ? storeId : null } = props;
  const doors = useDoors(useProduct(), listedStoreId).data;
  const door = doors?.items.find(({ id }) => id === doorId);
  if (doors === undefined) return null;
  if (door === undefined)
    return listedStoreId === null ? <DoorOpenerButton {...props} listedStoreId={storeId} /> : null;
  return (
    <OpenButton
      door={door}
      isPrimary={false}
      label={t('action.OPEN')}
      name={t('action.OPEN_named', { door: door.name })}
    />
  );
}

/** Sorts doors that can be opened first, because a card shows only some. */
function thoseThatOpenFirst(doors: readonly Door[]): Door[] {
  return doors.toSorted((a, b) => Number(findOpenRefusal(a) !== null) - Number(findOpenRefusal(b) !== null));
}

function Buttons(props: RoomOpenerProps & { readonly listedStoreId: string | null }) {
  const { room, listedStoreId, children } = props;
  const { t } = useTranslation(['doors', 'devices']);
  const doors = useDoors(useProduct(), listedStoreId);
  if (doors.data === undefined) {
    return doors.isError ? (
      <>
        <div className="room-openers">
          <button type="button" className="button button-small" onClick={() => void doors.refetch()}>
            {t('opener.failed')}
          </button>
        </div>
        {children}
      </>
    ) : (
      <div className="room-openers" aria-busy="true" />
    );
  }
  // The chain has too many doors for one list: read the store's list.
  if (listedStoreId === null && doors.data.total > doors.data.items.length)
    return <Buttons {...props} listedStoreId={room.storeId} />;
  return (
    <>
      <LoadedButtons {...props} doors={doors.data.items.filter((door) => door.storeId === room.storeId)} />
      {children}
    </>
  );
}

function LoadedButtons({
  room,
  isWayIn = false,
  isLeading = false,
  doors,
}: RoomOpenerProps & { readonly doors: readonly Door[] }) {
  const { t } = useTranslation(['doors', 'devices']);
  const { own, street } = findRoomDoors(doors, room);
  const shown = isWayIn
    ? [...own, ...street]
    : thoseThatOpenFirst(own.length > 0 ? own : street).slice(0, MOST_ON_CARD);
  if (shown.length === 0) return null;
  return (
    <div
      className="room-openers"
      role="group"
      aria-label={t('opener.group', { room: room.name })}
      data-testid="room-openers"
    >
      {shown.map((door, index) => {
        const isOwn = door.roomId !== null;
        // In a drawer and on a page the room is the title.
        const doorName = isOwn && !isWayIn ? placedName(door.name, room.name) : nameInRoom(door.name, room.name);
        const named = t('action.OPEN_named', { door: doorName });
        const isObvious = own.length === 1 && !isWayIn;
        // The room is the title of its card. Away from the card a screen reader reads it in the name of the button.
        const label = t('action.OPEN_named', { door: nameInRoom(door.name, room.name) });
        const text = isObvious ? t('action.OPEN') : label;
        // A street door is on many cards, so its name says which card. Every name contains the visible text.
        const isNamed = isOwn && !isWayIn && named.includes(text);
        return (
          <OpenButton
            key={door.id}
            door={door}
            isPrimary={isLeading && index === 0}
            label={text}
            name={isNamed ? named : `${label} · ${room.name}`}
          />
        );
      })}
    </div>
  );
}
