import type {
  Alarm,
  ApprovalRules,
  Command,
  Device,
  DiscoveredLock,
  Door,
  Emergency,
  EmergencyDoor,
  Room,
  StoreOverview,
} from '@munjigi/contract';
import { STORES } from './render-screen.tsx';

/** A valid id with this number. */
export const sampleId = (n: number) => `0190bbbb-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Approval rules that need two people for no act. */
export function sampleRules(over: Partial<ApprovalRules> = {}): ApprovalRules {
  return {
    refundLimit: null,
    needsTwoForFireRelease: false,
    needsTwoForLockdown: false,
    changedAt: null,
    changedBy: null,
    version: 1,
    ...over,
  };
}

export function sampleRoom(over: Partial<Room> = {}): Room {
  return {
    id: sampleId(10),
    storeId: STORES[0].id,
    name: '1번 룸',
    capacity: 4,
    description: '',
    descriptionEn: '',
    amenities: [],
    guestDirections: '',
    guestDirectionsEn: '',
    order: 0,
    partRoomIds: [],
    photos: [],
    archivedAt: null,
    state: 'FREE',
    stateUntil: null,
    presentReservationId: null,
    presence: null,
    isBookable: true,
    blockReason: null,
    nextStartsAt: null,
    nextGuestStartsAt: null,
    overrun: null,
    version: 1,
    ...over,
  };
}

export function sampleDoor(over: Partial<Door> = {}): Door {
  return {
    id: sampleId(20),
    storeId: STORES[0].id,
    roomId: sampleId(10),
    name: '앞문',
    driver: 'ha-mqtt',
    driverSettings: null,
    lockState: 'LOCKED',
    lockStateSource: 'REPORTED',
    isMoving: false,
    leafState: 'CLOSED',
    doorMode: 'NORMAL',
    heldOpenUntil: null,
    heldForReservationId: null,
    emergencyId: null,
    online: 'ONLINE',
    battery: 80,
    lastSeenAt: '2026-11-20T10:00:00Z',
    oddMembers: [],
    openSeconds: 5,
    accessBeforeMinutes: null,
    accessAfterMinutes: null,
    alarms: { leftOpenSeconds: 120, forced: true, offlineSeconds: 120, batteryPercent: 20, jammed: true },
    spareCodes: 2,
    testedAt: null,
    roundTripMs: null,
    removedAt: null,
    version: 1,
    ...over,
  };
}

export function sampleDevice(over: Partial<Device> = {}): Device {
  return {
    id: sampleId(25),
    storeId: STORES[0].id,
    roomId: sampleId(10),
    name: '조명',
    kind: 'LIGHT',
    traits: { hasBrightness: true },
    driver: 'ha-mqtt',
    driverSettings: null,
    state: { isOn: false, brightness: 80 },
    stateSource: 'REPORTED',
    online: 'ONLINE',
    battery: null,
    lastSeenAt: '2026-11-20T10:00:00Z',
    oddMembers: [],
    removedAt: null,
    version: 1,
    ...over,
  };
}

export function sampleLock(over: Partial<DiscoveredLock> = {}): DiscoveredLock {
  return {
    id: sampleId(30),
    storeId: STORES[0].id,
    name: 'esp-lock',
    manufacturer: 'ESPHome',
    model: null,
    commandTopic: 'playroom/gangnam/l/set',
    stateTopic: 'playroom/gangnam/l/state',
    firstSeenAt: '2026-11-20T10:00:00Z',
    obstacle: null,
    ...over,
  };
}

/** A command to open the sample door; by default done after 312 ms. */
export function sampleCommand(over: Partial<Command> = {}): Command {
  return {
    id: sampleId(40),
    target: { kind: 'DOOR', id: sampleId(20), name: '앞문' },
    storeId: STORES[0].id,
    roomId: sampleId(10),
    action: 'OPEN',
    state: null,
    status: 'EXECUTED',
    cause: { kind: 'PERSON', id: null, label: '김지은' },
    source: 'REMOTE',
    reason: null,
    requestedAt: '2026-11-20T10:00:00.000Z',
    expiresAt: '2026-11-20T10:00:10.000Z',
    sentAt: '2026-11-20T10:00:00.010Z',
    acknowledgedAt: '2026-11-20T10:00:00.300Z',
    latencyMs: 312,
    error: null,
    ...over,
  };
}

/** An alarm because the sample door's leaf has been open for too long. */
export function sampleAlarm(over: Partial<Alarm> = {}): Alarm {
  return {
    id: sampleId(50),
    storeId: STORES[0].id,
    doorId: sampleId(20),
    doorName: '앞문',
    roomId: sampleId(10),
    kind: 'LEFT_OPEN',
    since: '2026-11-20T10:00:00Z',
    openedAt: '2026-11-20T10:02:00Z',
    closedAt: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    ...over,
  };
}

/** A lockdown of two doors, in progress. */
export function sampleEmergency(
  front: EmergencyDoor['state'] = 'WAITING',
  back: EmergencyDoor['state'] = 'WAITING',
): Emergency {
  const door = { roomId: null, action: 'LOCK', commandId: null, lockState: 'LOCKED', keypad: null } as const;
  return {
    id: sampleId(60),
    storeId: STORES[0].id,
    kind: 'LOCKDOWN',
    reason: '훈련',
    startedAt: '2026-11-20T10:00:00Z',
    startedBy: '김지은',
    endedAt: null,
    endedBy: null,
    doors: [
      { ...door, doorId: sampleId(20), name: '앞문', state: front, online: 'ONLINE' },
      { ...door, doorId: sampleId(22), name: '뒷문', state: back, online: 'DEVICE_OFFLINE' },
    ],
  };
}

/** A Saturday with a fifth more sales than the last one by this hour, and with an unreachable device. */
export function sampleOverview(over: Partial<StoreOverview> = {}): StoreOverview {
  const day = (date: string, netAmount: number, reservationCount: number, bookedMinutes: number) => ({
    date,
    netAmount,
    reservationCount,
    openMinutes: 6_000,
    bookedMinutes,
  });
  return {
    storeId: STORES[0].id,
    storeName: STORES[0].name,
    isClosed: false,
    today: day('2026-11-21', 120_000, 8, 1_440),
    lastWeek: day('2026-11-14', 200_000, 6, 1_200),
    lastWeekByNow: 90_000,
    week: ['15', '16', '17', '18', '19', '20', '21'].map((date) => ({
      date: `2026-11-${date}`,
      netAmount: 120_000,
      weekBeforeAmount: 100_000,
    })),
    alarmCount: 0,
    offlineCount: 1,
    notificationCount: 2,
    unpaidInside: [],
    owedRefundCount: 0,
    openDepositCount: 0,
    overduePayoutCount: 0,
    ...over,
  };
}
