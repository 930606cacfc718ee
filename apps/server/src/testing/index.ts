/** A whole server on a separate database, and what a test needs to fill it. Never part of the product's bundle. */
export { startTestBroker, TEST_BROKER_SECRET } from './peers/broker.ts';
export { fakeClock, type FakeClock } from './fake-clock.ts';
export {
  headOffice,
  TestServer,
  NO_BACKUPS,
  startTestServer,
  type Answer,
  type Caller,
  type JsonBody,
  type Shop,
  type TestServerOptions,
} from './server.ts';
export { listenToEvents, type EventStream } from './peers/event-stream.ts';
export { makeKey } from './api-keys.ts';
export { readKeptReplies } from './kept-replies.ts';
export { makeGuest, raiseCase } from './guest-tokens.ts';
export { fillStore, type StoreContents } from './contents/store-contents.ts';
export { insertCancelCode } from './desks/cancel-codes.ts';
export { HOUR_MS, MINUTE_MS, openBookingDesk, type BookingDesk } from './desks/booking-desk.ts';
export { openExtras, type ExtrasOfDesk } from './desks/stay-extras.ts';
export { openMessageDesk, type MessageDesk } from './desks/message-desk.ts';
export { openOnlineDesk, solveWork, type OnlineDesk } from './desks/online-desk.ts';
export { openOnCallDesk, type OnCallDesk } from './desks/on-call-desk.ts';
export { runGuestReviews, runRoomReviews } from './review-runs.ts';
export { makePurposeModes } from './purpose-modes.ts';
export { insertReservation, makeReservation, type ReservationInput } from './reservations.ts';
export { addRoomDevice, countOddMembers, refusedMessages, type RoomDevice } from './peers/room-devices.ts';
export { startPushService, type FakeBrowser, type FakePushService } from './peers/push-service.ts';
export { startSlowPeer, type SlowPeer } from './peers/slow-peers.ts';
export { connectOwner, insertUnsequenced, openForeignTransaction } from './peers/raw-events.ts';
export { insertSeller, SELLER_BUSINESS_NUMBER, SELLER_IDENTITY } from './sellers.ts';
export { seededRandom } from './seeded-random.ts';
export { until } from './until.ts';
export { addKeypad, makeKeypadDoor, type KeypadDoor } from './peers/keypad-door.ts';
export { itemsOf, makeVirtualDoor, type VirtualDoor } from './peers/virtual-door.ts';
