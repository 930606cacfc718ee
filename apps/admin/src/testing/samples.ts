import type { Command, DiscoveredLock, Door, Room } from '@munjigi/contract';
import { STORES } from './render-screen.tsx';

/** A valid id that differs by its number. */
export const sampleId = (n: number) => `0190bbbb-0000-7000-8000-${String(n).padStart(12, '0')}`;

export function sampleRoom(over: Partial<Room> = {}): Room {
  return {
    id: sampleId(10), storeId: STORES[0].id, name: '1번 룸', capacity: 4, description: '', amenities: [], order: 0, archivedAt: null, version: 1, ...over,
  };
}

export function sampleDoor(over: Partial<Door> = {}): Door {
  return {
    id: sampleId(20), storeId: STORES[0].id, roomId: sampleId(10), name: '앞문', driver: 'ha-mqtt', driverSettings: null,
    lockState: 'LOCKED', lockStateSource: 'REPORTED', isMoving: false, leafState: 'CLOSED', doorMode: 'NORMAL', online: 'ONLINE',
    battery: 80, lastSeenAt: '2026-11-20T10:00:00Z', openSeconds: 5, version: 1, ...over,
  };
}

export function sampleLock(over: Partial<DiscoveredLock> = {}): DiscoveredLock {
  return {
    id: sampleId(30), storeId: STORES[0].id, name: 'esp-lock', manufacturer: 'ESPHome', model: null, commandTopic: 'playroom/gangnam/l/set',
    stateTopic: 'playroom/gangnam/l/state', firstSeenAt: '2026-11-20T10:00:00Z', obstacle: null, ...over,
  };
}

/** An order to open the sample door, done after 312 ms unless told otherwise. */
export function sampleCommand(over: Partial<Command> = {}): Command {
  return {
    id: sampleId(40), target: { kind: 'DOOR', id: sampleId(20), name: '앞문' }, storeId: STORES[0].id, roomId: sampleId(10),
    action: 'OPEN', status: 'EXECUTED', cause: { kind: 'PERSON', id: null, label: '김지은' }, source: 'REMOTE', reason: null,
    requestedAt: '2026-11-20T10:00:00.000Z', expiresAt: '2026-11-20T10:00:10.000Z', sentAt: '2026-11-20T10:00:00.010Z',
    acknowledgedAt: '2026-11-20T10:00:00.300Z', latencyMs: 312, error: null, ...over,
  };
}
