import { v7 as uuidv7 } from 'uuid';

let sequence = 0;

/** An id of a history row. Ids sort by the time of the row, and rows of one process and millisecond by creation. */
export function historyIdAt(at: Date): string {
  sequence = (sequence + 1) % 0x8000_0000;
  return uuidv7({ msecs: at.getTime(), seq: sequence });
}
