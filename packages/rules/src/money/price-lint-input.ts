import type { OpeningHours } from '@munjigi/contract';
import type { PriceRule } from './price-bands.ts';

/** The settings of a store that the linter examines. */
export interface PriceLintInput {
  readonly hours: readonly OpeningHours[];
  readonly slotMinutes: number;
  /** The longest reservation: a longer package never fits. */
  readonly maxMinutes: number;
  /** The rooms that can be reserved. */
  readonly roomIds: readonly string[];
  /** The policies in their winning order; those of equal priority in the order of their creation. */
  readonly policies: readonly PriceRule[];
  readonly isHoliday: (date: string) => boolean;
  /** Any day of the examined week. */
  readonly date: string;
}

/** Rooms with the same policies, the winning one first. */
export interface RoomSet {
  readonly roomIds: readonly string[];
  readonly policies: readonly PriceRule[];
}
