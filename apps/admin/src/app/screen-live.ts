import { addOnLive } from '../features/add-ons/add-ons.live.ts';
import { approvalLive } from '../features/approvals/approvals.live.ts';
import { couponLive } from '../features/coupons/coupons.live.ts';
import { depositLive } from '../features/deposits/deposits.live.ts';
import { deviceLive } from '../features/devices/devices.live.ts';
import { doorLive } from '../features/doors/doors.live.ts';
import { helpDeskLive } from '../features/help-desk/help-desk.live.ts';
import { messageLive } from '../features/messages/messages.live.ts';
import { modesLive } from '../features/modes/modes.live.ts';
import { onCallLive } from '../features/on-call/on-call.live.ts';
import { paymentLive } from '../features/payments/payments.live.ts';
import { priceLive } from '../features/price-policies/price-policies.live.ts';
import { ratingsLive } from '../features/ratings/ratings.live.ts';
import { readinessLive } from '../features/readiness/readiness.live.ts';
import { reservationPanelsLive } from '../features/reservations/panels.live.ts';
import { reservationLive } from '../features/reservations/reservations.live.ts';
import { roomDevicesLive } from '../features/rooms/devices/room-devices.live.ts';
import { roomLive } from '../features/rooms/rooms.live.ts';
import { salesLive } from '../features/sales/sales.live.ts';
import { settlementLive } from '../features/settlement/settlement.live.ts';
import { storeListLive } from '../features/stores/list/store-list.live.ts';
import { storeLive } from '../features/stores/stores.live.ts';
import { strandedGuestLive } from '../features/stranded-guests/stranded-guests.live.ts';
import { userLive } from '../features/users/users.live.ts';
import type { LiveHandlers } from '../session/live-handlers.ts';

/** The handlers that `live.ts` loads after the first screen. */
export const SCREEN_HANDLERS: readonly LiveHandlers[] = [
  addOnLive,
  approvalLive,
  couponLive,
  depositLive,
  deviceLive,
  doorLive,
  helpDeskLive,
  messageLive,
  modesLive,
  onCallLive,
  paymentLive,
  priceLive,
  ratingsLive,
  readinessLive,
  reservationLive,
  reservationPanelsLive,
  roomDevicesLive,
  roomLive,
  salesLive,
  settlementLive,
  storeListLive,
  storeLive,
  strandedGuestLive,
  userLive,
];
