import type { Door } from '@munjigi/contract';
import { LRUCache } from 'lru-cache';
import type { EventReader } from '../../events/index.ts';
import type { LockedDoor } from './doors.sql.ts';

const MOST_DOORS = 2000;

/**
 * The doors that this process operated, as it last saw them (decision 116). The transaction of a command is written from
 * here without reading the door first, and the database refuses it if the door has changed.
 */
export class DoorCache {
  private readonly byId = new LRUCache<string, LockedDoor>({ max: MOST_DOORS });

  constructor(events: EventReader) {
    events.subscribe((event) => {
      if (event.name === 'door.changed') this.applyChange(event.data);
    });
  }

  /** Returns a door that is online and in its normal mode; `null` for any other one. */
  find(doorId: string): LockedDoor | null {
    const door = this.byId.get(doorId);
    return door?.doorMode === 'NORMAL' && door.emergencyId === null && door.link.online === 'ONLINE' ? door : null;
  }

  remember(door: LockedDoor): void {
    this.byId.set(door.link.target_id, door);
  }

  forget(doorId: string): void {
    this.byId.delete(doorId);
  }

  /** The settings of its device are in no event, so a known door keeps them. */
  private applyChange(door: Door): void {
    const existing = this.byId.peek(door.id);
    if (!existing) return;
    if (door.removedAt !== null || door.online === 'BROKER_LOST') return this.forget(door.id);
    this.remember({
      ...existing,
      openSeconds: door.openSeconds,
      doorMode: door.doorMode,
      emergencyId: door.emergencyId,
      link: {
        ...existing.link,
        target_name: door.name,
        target_room_id: door.roomId,
        lock_state: door.lockState,
        lock_state_source: door.lockStateSource,
        is_moving: door.isMoving,
        online: door.online === 'DEVICE_OFFLINE' ? 'OFFLINE' : door.online,
      },
    });
  }
}
