/** Events: published in the transaction that causes them, read by every process, in an order that skips nothing. */
export { readEventBacklog } from './backlog.sql.ts';
export { formatPlace, isInScope, parsePlace, scopeOf, type EventScope } from './catch-up.ts';
export { followEvents, type Following } from './follow.ts';
export { readNextEvents, type EventConsumerDeps } from './next-events.ts';
export { EVENT_POSITION_NOW, readPositionNow, type StoredEvent } from './positions.ts';
export { eventRow, publish, publishAll, type NewEvent } from './publish.ts';
export { startEventReader, type EventReader } from './reader.ts';
export { BEGIN_NEW_EPOCH, sweepEvents } from './sweep.ts';
