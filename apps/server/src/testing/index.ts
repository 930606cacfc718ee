/** A whole server on a database of its own, and what a test needs to fill it. Never part of the product's bundle. */
export { fakeClock } from './fake-clock.ts';
export { TestServer, startTestServer, type Caller, type Shop, type TestServerOptions } from './server.ts';
export { listen, type HeardStream } from './event-stream.ts';
export { fillStore, type StoreContents } from './store-contents.ts';
export { until } from './until.ts';
export { itemsOf, makeVirtualDoor, type VirtualDoor } from './virtual-door.ts';
