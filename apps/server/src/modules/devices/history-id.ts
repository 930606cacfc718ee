import { v7 as uuidv7 } from 'uuid';

let sequence = 0;

/** An id of the history: sorts by the row's instant, and rows of one process and millisecond by their making. */
export function historyIdAt(at: Date): string {
  sequence = (sequence + 1) % 0x8000_0000;
  return uuidv7({ msecs: at.getTime(), seq: sequence });
}
