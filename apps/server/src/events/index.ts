/** What happened: published in the transaction that made it so, read by every process, in an order that skips nothing. */
export { followEvents, type Following } from './follow.ts';
export { eventRow, publish, publishAll, type NewEvent } from './publish.ts';
export { isAhead, isAtMost, parseCursor, placeNow, readEvents, startEventReader, type Cursor, type EventReader, type StoredEvent } from './reader.ts';
export { FORGET_ALL_PLACES, sweepEvents } from './sweep.ts';
