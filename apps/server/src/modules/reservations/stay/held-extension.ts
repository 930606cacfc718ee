import type { PriceLine } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../db/index.ts';

type StoredReservation = Selectable<Tables['reservations']>;

/** Time after a stay that its guest holds and has not paid (GT-12). */
export interface HeldExtension {
  readonly endsAt: Date;
  readonly bufferEndsAt: Date;
  /** The price in won of the added time. */
  readonly amount: number;
  readonly lines: readonly PriceLine[];
  readonly heldAt: Date;
  readonly expiresAt: Date;
}

type ExtensionColumns = Pick<
  StoredReservation,
  | 'extension_ends_at'
  | 'extension_buffer_ends_at'
  | 'extension_amount'
  | 'extension_lines'
  | 'extension_held_at'
  | 'extension_expires_at'
>;

export const NO_HELD_EXTENSION: ExtensionColumns = {
  extension_ends_at: null,
  extension_buffer_ends_at: null,
  extension_amount: null,
  extension_lines: null,
  extension_held_at: null,
  extension_expires_at: null,
};

/** The held extension of a reservation, also one whose time to pay is over and that the timer has not returned yet. */
export function heldExtensionOf(row: ExtensionColumns): HeldExtension | null {
  const {
    extension_ends_at: endsAt,
    extension_buffer_ends_at: bufferEndsAt,
    extension_amount: amount,
    extension_held_at: heldAt,
    extension_expires_at: expiresAt,
  } = row;
  // The database guarantees that all are set, or none (0083).
  if (endsAt === null || bufferEndsAt === null || amount === null || heldAt === null || expiresAt === null) return null;
  return { endsAt, bufferEndsAt, amount, lines: row.extension_lines ?? [], heldAt, expiresAt };
}

export function toExtensionColumns(extension: HeldExtension): ExtensionColumns {
  return {
    extension_ends_at: extension.endsAt,
    extension_buffer_ends_at: extension.bufferEndsAt,
    extension_amount: extension.amount,
    extension_lines: [...extension.lines],
    extension_held_at: extension.heldAt,
    extension_expires_at: extension.expiresAt,
  };
}

type StayColumns = ExtensionColumns & Pick<StoredReservation, 'state' | 'ends_at' | 'buffer_ends_at'>;

/**
 * The columns that return a held extension. A guest who was in the room after the end of the stay, while they could
 * pay, leaves now: the buffer begins now, within the time that was kept (GT-13).
 */
export function columnsOfReturn(row: StayColumns, now: Date): ExtensionColumns & { readonly buffer_ends_at?: Date } {
  const held = heldExtensionOf(row);
  if (held === null || row.state !== 'IN_USE' || now <= row.ends_at) return NO_HELD_EXTENSION;
  const fromNow = now.getTime() + (row.buffer_ends_at.getTime() - row.ends_at.getTime());
  const kept = Math.min(fromNow, keptUntil(row).getTime());
  return { ...NO_HELD_EXTENSION, buffer_ends_at: new Date(Math.max(kept, row.buffer_ends_at.getTime())) };
}

type KeptTime = Pick<StoredReservation, 'buffer_ends_at' | 'extension_buffer_ends_at'>;

/** Until when the reservation keeps its room: the end of the buffer, or of a held extension with its buffer. */
export function keptUntil({ buffer_ends_at: end, extension_buffer_ends_at: held }: KeptTime): Date {
  return held !== null && held > end ? held : end;
}

/** Columns whose change returns a held extension: what it added to is not the same any more. */
const EXTENDED_COLUMNS = [
  'room_id',
  'starts_at',
  'ends_at',
  'buffer_ends_at',
  'head_count',
  'price_amount',
] as const satisfies readonly (keyof StoredReservation)[];

type ExtendedStay = Pick<StoredReservation, 'state' | 'extension_ends_at' | (typeof EXTENDED_COLUMNS)[number]>;

/** Whether a change of the stay, of its price or of its state returns the held extension (GT-13). */
export function returnsExtension(before: ExtendedStay, after: ExtendedStay): boolean {
  if (before.extension_ends_at === null || after.extension_ends_at !== before.extension_ends_at) return false;
  if (after.state !== before.state && after.state !== 'IN_USE') return true;
  return EXTENDED_COLUMNS.some((name) => String(before[name]) !== String(after[name]));
}
