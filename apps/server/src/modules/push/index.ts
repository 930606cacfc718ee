/**
 * Push subscriptions of browsers, the messages still to be sent to each, and the keys that sign them (decision 040).
 */
export { markKey as pushMarkKey, pushSeal, sealedPush } from './pair.ts';
export { findBrowsersOfPeople, findPersonNoticeState, notifyPerson } from './person-notices.ts';
export { pushAddresses } from './push-addresses.ts';
export { startPush } from './push.ts';
export { pushRoutes } from './push.routes.ts';
