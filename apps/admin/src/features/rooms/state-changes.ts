import type { Device, Door } from '@munjigi/contract';

/**
 * Creates a function that says whether a device or door has changed in what decides the state of its room (RM-7). Locks
 * and meters report often, and most of their reports change nothing there.
 */
export function createStateChanges(): (changed: Device | Door) => boolean {
  const seen = new Map<string, string>();
  return (changed) => {
    const facts = 'kind' in changed ? sensorFacts(changed) : doorFacts(changed);
    if (facts === null || seen.get(changed.id) === facts) return false;
    seen.set(changed.id, facts);
    return true;
  };
}

/** `null`: no sensor. */
function sensorFacts({ kind, roomId, state, online, removedAt }: Device): string | null {
  return kind === 'BINARY_SENSOR' ? [roomId, state.isActive, online, removedAt].join() : null;
}

function doorFacts({ roomId, doorMode, leafState, online, removedAt }: Door): string {
  return [roomId, doorMode, leafState, online === 'DEVICE_OFFLINE', removedAt].join();
}
