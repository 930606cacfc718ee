import type { OpeningHours } from '@munjigi/contract';
import type { PriceRule } from './price-bands.ts';

/** A store as the linter looks at it. */
export interface PriceLintInput {
  readonly hours: readonly OpeningHours[];
  readonly slotMinutes: number;
  /** The longest reservation: a longer package never fits. */
  readonly maxMinutes: number;
  /** Those that can be reserved. */
  readonly roomIds: readonly string[];
  /** Equals in priority in the order of their making. */
  readonly policies: readonly PriceRule[];
  readonly isHoliday: (date: string) => boolean;
  /** Any day of the week that is looked at. */
  readonly date: string;
}

/** Rooms that the same policies price, the winning one first. */
export interface RoomSet {
  readonly roomIds: readonly string[];
  readonly policies: readonly PriceRule[];
}
