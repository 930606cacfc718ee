/** Browsers that are told what happens while they are closed (NT-4). */
export { markKey as pushMarkKey, pushSeal, sealedPush } from './pair.ts';
export { pushAddresses } from './push-addresses.ts';
export { startPush } from './push.ts';
export { pushRoutes } from './push.routes.ts';
