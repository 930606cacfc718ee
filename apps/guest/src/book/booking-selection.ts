import type { BookingStore } from '@munjigi/contract';
import { isOnServer } from '../shared/is-on-server.ts';

/** The steps of the page, in their order. */
export const BOOKING_STEPS = ['day', 'time', 'details'] as const;
export type BookingStep = (typeof BOOKING_STEPS)[number];

/** The time and room that the guest chose. */
export interface ChosenStay {
  readonly startsAt: string;
  readonly endsAt: string;
  /** The room whose price the guest sees. */
  readonly roomId: string;
  /** The guest takes any room; the shown one is the cheapest. */
  readonly isAnyRoom: boolean;
  /** The stay starts at the minute in which the guest chose it (BK-14). */
  readonly startsNow?: boolean;
}

/** What the guest has chosen and entered so far. */
export interface BookingSelection {
  readonly headCount: number;
  readonly minutes: number;
  /** A business date of the store. */
  readonly date: string | null;
  readonly view: 'time' | 'room';
  readonly stay: ChosenStay | null;
  /** How many pieces the guest adds to the stay, by the id of the add-on (BK-13). */
  readonly addOnCounts: Readonly<Record<string, number>>;
  /** The code that the guest applied, also one that the server refused (CP-3). Empty: none. */
  readonly couponCode: string;
  /** The room of the poster that the guest scanned, which comes first. `null`: none. */
  readonly posterRoomId: string | null;
  readonly name: string;
  readonly phone: string;
  /** For a number outside Korea (BK-16). */
  readonly email: string;
  /**
   * The number for which the last code was sent, the address if it went by e-mail, and until when the clock of the phone
   * says it is accepted.
   */
  readonly sentCode: { readonly phone: string; readonly email?: string; readonly untilMs: number } | null;
  /** The version of the terms that the guest accepted. Empty: none. */
  readonly acceptedTerms: string;
}

export function startSelection(store: BookingStore): BookingSelection {
  return {
    headCount: Math.min(2, largestCapacity(store)),
    minutes: defaultMinutes(store),
    date: null,
    view: 'time',
    stay: null,
    addOnCounts: {},
    couponCode: '',
    posterRoomId: null,
    name: '',
    phone: '',
    email: '',
    sentCode: null,
    acceptedTerms: '',
  };
}

export function largestCapacity({ rooms }: BookingStore): number {
  return Math.max(1, ...rooms.map(({ capacity }) => capacity));
}

/** The lengths of a stay that the store offers, shortest first. */
export function listLengths({ slotMinutes, minMinutes, maxMinutes }: BookingStore): number[] {
  const shortest = Math.max(slotMinutes, Math.ceil(minMinutes / slotMinutes) * slotMinutes);
  const lengths: number[] = [];
  for (let minutes = shortest; minutes <= maxMinutes; minutes += slotMinutes) lengths.push(minutes);
  return lengths.length > 0 ? lengths : [shortest];
}

/** The length that is nearest to two hours. */
function defaultMinutes(store: BookingStore): number {
  const lengths = listLengths(store);
  return lengths.reduce((best, length) => (Math.abs(length - 120) < Math.abs(best - 120) ? length : best));
}

/** The storage of the tab keeps the selection for a reload. It never has the code of the phone. */
const keyOf = (storeId: string) => `booking-${storeId}`;

export function rememberSelection(storeId: string, selection: BookingSelection): void {
  try {
    sessionStorage.setItem(keyOf(storeId), JSON.stringify(selection));
  } catch (error) {
    // A full storage, or one that the in-app browser forbids: the page works without it.
    console.warn(error);
  }
}

/** The selection of this tab, as far as the store still offers it, with the room of `?room=` of the address. */
export function recallSelection(store: BookingStore): BookingSelection {
  if (isOnServer) return startSelection(store);
  const roomId = new URLSearchParams(location.search).get('room');
  const selection = recallStored(store);
  const room = store.rooms.find(({ id }) => id === roomId);
  if (room === undefined) return { ...selection, posterRoomId: null };
  // After a reload, the guest keeps the view that they chose since the scan.
  if (selection.posterRoomId === room.id) return selection;
  const { people = selection.headCount, minutes = selection.minutes } = readEarlierStay(store);
  const headCount = Math.min(people, room.capacity);
  return { ...selection, posterRoomId: room.id, view: 'room', headCount, minutes, stay: null };
}

/** Whether the address names the room of an earlier stay, and not that of a poster. */
export function isEarlierStay(): boolean {
  return new URLSearchParams(location.search).has('people');
}

/** The guests and the length of an earlier stay that the guest books again, as far as the store offers them (RG-7). */
function readEarlierStay(store: BookingStore): { readonly people?: number; readonly minutes?: number } {
  const query = new URLSearchParams(location.search);
  const [people, minutes] = [Number(query.get('people')), Number(query.get('minutes'))];
  return {
    ...(Number.isInteger(people) && people > 0 && { people }),
    ...(listLengths(store).includes(minutes) && { minutes }),
  };
}

function recallStored(store: BookingStore): BookingSelection {
  const fresh = startSelection(store);
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(store.id)) ?? 'null') as Partial<BookingSelection> | null;
    if (stored === null) return fresh;
    const { date = null } = stored;
    const isOffered = date !== null && date >= store.today && date <= store.lastDate;
    const stay = stored.stay ?? null;
    return {
      ...fresh,
      ...stored,
      headCount: Math.min(stored.headCount ?? fresh.headCount, largestCapacity(store)),
      minutes: listLengths(store).includes(stored.minutes ?? 0) ? (stored.minutes ?? fresh.minutes) : fresh.minutes,
      date: isOffered ? date : null,
      stay: isOffered && stay !== null && isStillOffered(store, stay) ? stay : null,
    };
  } catch (error) {
    console.warn(error);
    return fresh;
  }
}

/** Whether the store still has the room, and a stay that starts now can still begin in the running slot. */
function isStillOffered(
  { rooms, now, slotMinutes }: BookingStore,
  { roomId, startsAt, startsNow }: ChosenStay,
): boolean {
  const isOver = startsNow === true && Date.parse(now) - Date.parse(startsAt) >= slotMinutes * 60_000;
  return !isOver && rooms.some(({ id }) => id === roomId);
}

/** Whether the address names a room that the store does not offer: an archived one, or one of another store. */
export function isPosterRoomGone({ rooms }: BookingStore): boolean {
  const roomId = new URLSearchParams(location.search).get('room');
  return roomId !== null && !rooms.some(({ id }) => id === roomId);
}
