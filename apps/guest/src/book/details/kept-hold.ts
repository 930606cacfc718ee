import type { BookedOnline } from '@munjigi/contract';

/** The unpaid reservation that this browser made last, until its hold ends. The history of the browser has its link too. */
export type KeptHold = Pick<BookedOnline, 'path' | 'roomName' | 'startsAt' | 'endsAt'> & {
  readonly holdExpiresAt: string;
};

const keyOf = (storeId: string) => `booking-hold-${storeId}`;

/** `null`: none, or its hold has ended. `now`: of the server. */
export function recallHold(storeId: string, now: string): KeptHold | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(storeId)) ?? 'null');
    if (isHold(stored) && Date.parse(stored.holdExpiresAt) > Date.parse(now)) return stored;
  } catch (error) {
    console.warn(error);
  }
  return null;
}

export function rememberHold(storeId: string, { path, roomName, startsAt, endsAt, holdExpiresAt }: BookedOnline): void {
  if (holdExpiresAt === null) return forgetHold(storeId);
  try {
    const hold = { path, roomName, startsAt, endsAt, holdExpiresAt } satisfies KeptHold;
    localStorage.setItem(keyOf(storeId), JSON.stringify(hold));
  } catch (error) {
    // A full storage, or one that the in-app browser forbids: the link is in the message.
    console.warn(error);
  }
}

export function forgetHold(storeId: string): void {
  try {
    localStorage.removeItem(keyOf(storeId));
  } catch (error) {
    console.warn(error);
  }
}

function isHold(value: unknown): value is KeptHold {
  const { path, roomName, startsAt, endsAt, holdExpiresAt } = (value ?? {}) as Partial<KeptHold>;
  return [path, roomName, startsAt, endsAt, holdExpiresAt].every((text) => typeof text === 'string');
}
