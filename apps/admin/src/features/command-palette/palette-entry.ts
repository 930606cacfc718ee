import type { Reservation } from '@munjigi/contract';
import { hasAnyRole, reachOf, type Capability } from '@munjigi/contract/roles';
import { NAVIGATION, type NavItem } from '../../session/navigation.ts';
import type { IconName } from '../../ui/icon.tsx';

/** The entries of the palette: a screen, a reservation, a door. */
export type PaletteEntry = ScreenEntry | ReservationEntry | DoorEntry;

export interface ScreenEntry {
  readonly kind: 'screen';
  readonly key: string;
  readonly title: string;
  readonly icon: IconName;
  readonly path: string;
  /** Opens in a new tab. */
  readonly isOutside: boolean;
}
export interface ReservationEntry {
  readonly kind: 'reservation';
  readonly key: string;
  readonly reservation: Reservation;
  /** Empty for a room that is archived. */
  readonly roomName: string;
  /** Empty for a person with one store. */
  readonly storeName: string;
}
export interface PaletteDoor {
  readonly id: string;
  readonly storeId: string;
  readonly name: string;
  /** Empty for a door without a room. */
  readonly roomName: string;
  /** False in a lockdown or a fire release. */
  readonly canOpen: boolean;
}
export interface DoorEntry {
  readonly kind: 'door';
  readonly key: string;
  readonly door: PaletteDoor;
  readonly storeName: string;
}

/** Screens of a store, which head office can open although its menu does not list them (AC-4). */
const STORE_SCREENS: Readonly<Record<string, Capability>> = {
  '/dashboard/room': 'rooms:read',
  '/dashboard/reservation': 'reservations:read',
  '/dashboard/store': 'stores:read',
  '/dashboard/door': 'doors:read',
  '/dashboard/approval': 'approvals:use',
  '/dashboard/coupon': 'coupons:read',
  '/dashboard/blocked-guest': 'reservations:read',
  '/dashboard/pass': 'payments:read',
  '/dashboard/cash-receipt': 'payments:read',
};

/** The screens that these roles can open, in the menu's order. `title` gives a menu entry in words. */
export function screensFor(roles: readonly string[], title: (name: string) => string): readonly ScreenEntry[] {
  const items = NAVIGATION.flatMap((group) => group.items).flatMap((item) =>
    mayOpen(roles, item) ? (item.children ?? [item]) : [],
  );
  return items.map((item) => ({
    kind: 'screen',
    key: `screen ${item.title}`,
    title: title(item.title),
    icon: item.icon,
    path: item.path,
    isOutside: item.opensNewTab === true,
  }));
}

function mayOpen(roles: readonly string[], { roles: required, path }: NavItem): boolean {
  const capability = STORE_SCREENS[path];
  return (
    required === undefined ||
    hasAnyRole(roles, required) ||
    (capability !== undefined && reachOf(roles, capability) !== null)
  );
}

/** Normalizes typed text: lower case, without spaces, dots and hyphens. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s·.-]/g, '');
}

/** Screens whose words or path contain the typed text. All of them without text. */
export function matchingScreens(screens: readonly ScreenEntry[], typed: string): readonly ScreenEntry[] {
  const query = normalizeText(typed);
  return screens.filter(
    ({ title, path }) =>
      normalizeText(title).includes(query) || normalizeText(path.replace('/dashboard', '')).includes(query),
  );
}

/** Doors whose name or room contains the typed text, also together with the store ("gangnam entrance"). */
export function matchingDoors(
  doors: readonly PaletteDoor[],
  stores: readonly { readonly id: string; readonly name: string }[],
  typed: string,
): readonly DoorEntry[] {
  const searchWords = typed
    .split(/\s+/)
    .map(normalizeText)
    .filter((word) => word !== '');
  if (searchWords.length === 0) return [];
  const nameOf = new Map(stores.map((store) => [store.id, store.name]));
  return doors.flatMap((door) => {
    const storeName = nameOf.get(door.storeId) ?? '';
    const own = normalizeText(`${door.roomName} ${door.name}`);
    const words = normalizeText(storeName) + own;
    const isFound = searchWords.every((word) => words.includes(word)) && searchWords.some((word) => own.includes(word));
    return isFound ? [{ kind: 'door' as const, key: `door ${door.id}`, door, storeName }] : [];
  });
}

/**
 * Sorts reservations that run now first, then by their distance from now, because a guest with several most likely asks
 * about the nearest.
 */
export function nearestFirst(reservations: readonly Reservation[], now: number): readonly Reservation[] {
  const distance = ({ startsAt, endsAt }: Reservation) =>
    Math.max(0, Date.parse(startsAt) - now, now - Date.parse(endsAt));
  return [...reservations].sort((a, b) => distance(a) - distance(b));
}

/** Whether the server can search for it: codes, beginnings of names, and the last four digits of phones. */
export function isSearchable(typed: string): boolean {
  const text = typed.trim();
  return /^[\d\s-]+$/.test(text) ? text.replaceAll(/\D/g, '').length >= LAST_FOUR : text.length >= 2;
}

const LAST_FOUR = 4;
