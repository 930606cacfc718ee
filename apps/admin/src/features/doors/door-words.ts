import type { Door } from '@munjigi/contract';
import type { GlyphName } from '../devices/index.ts';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad';

/** The colour of each tone. A tone always has an icon and a text with the same meaning. */
export const TONE_COLOUR: Record<Tone, string> = {
  neutral: 'text.secondary',
  good: 'success.main',
  warn: 'warning.main',
  bad: 'error.main',
};

const LOCK_STYLES: Record<Door['lockState'], { glyph: GlyphName; tone: Tone }> = {
  UNKNOWN: { glyph: 'question', tone: 'neutral' },
  NOT_FULLY_LOCKED: { glyph: 'alert', tone: 'bad' },
  LOCKED: { glyph: 'lock', tone: 'good' },
  UNLOCKED: { glyph: 'unlock', tone: 'warn' },
  UNLATCHED: { glyph: 'doorOpen', tone: 'warn' },
};

export const ONLINE_STYLES: Record<Door['online'], { glyph: GlyphName; tone: Tone }> = {
  ONLINE: { glyph: 'online', tone: 'good' },
  DEVICE_OFFLINE: { glyph: 'offline', tone: 'bad' },
  BROKER_LOST: { glyph: 'server', tone: 'bad' },
  UNKNOWN: { glyph: 'question', tone: 'neutral' },
};

/** A battery at or below this percentage should be changed soon. */
const LOW_BATTERY_PERCENT = 20;
const BAD_LEAF = new Set<Door['leafState']>(['JAMMED', 'FORCED_OPEN', 'ERROR', 'AJAR']);

const LEAF_AWAY = new Set<Door['leafState']>(['OPEN', 'FORCED_OPEN', 'AJAR']);

export function isBatteryLow(door: Door): boolean {
  return door.battery !== null && door.battery <= LOW_BATTERY_PERCENT;
}

export function isLeafBad(door: Door): boolean {
  return BAD_LEAF.has(door.leafState);
}

type Unreachable = { readonly online: 'DEVICE_OFFLINE' | 'BROKER_LOST' };

/** Whether the device is offline or the connection to it is lost. */
export function isUnreachable<D extends Pick<Door, 'online'>>(door: D): door is D & Unreachable {
  return door.online === 'DEVICE_OFFLINE' || door.online === 'BROKER_LOST';
}

/** Whether the door is open, as far as it is known. */
export function isDoorOpen(door: Door): boolean {
  return door.lockState === 'UNLOCKED' || door.lockState === 'UNLATCHED' || door.leafState === 'OPEN';
}

/** Whether the door is open although its lock reports locked, so that the bolt holds nothing. */
export function isLockedAjar(door: Door): boolean {
  return door.lockState === 'LOCKED' && LEAF_AWAY.has(door.leafState);
}

/**
 * How a door's lock is drawn. While the door is unreachable its last state may be outdated, so it has the neutral tone.
 */
export function lockStyle(door: Door): { readonly glyph: GlyphName; readonly tone: Tone } {
  const style = door.isMoving
    ? { glyph: 'moving' as const, tone: 'neutral' as const }
    : isLockedAjar(door)
      ? { glyph: 'alert' as const, tone: 'warn' as const }
      : LOCK_STYLES[door.lockState];
  return isUnreachable(door) ? { ...style, tone: 'neutral' } : style;
}

/** Whether the door needs attention. `ringing`: the ids of doors with an alarm that has not ended. */
export function doorNeedsAttention(door: Door, ringing: ReadonlySet<string>): boolean {
  return (
    ringing.has(door.id) ||
    isUnreachable(door) ||
    door.lockState === 'NOT_FULLY_LOCKED' ||
    isLeafBad(door) ||
    isBatteryLow(door)
  );
}

export type DoorRefusal = 'LOCKED_DOWN' | 'FIRE_RELEASE' | 'OFFLINE';

/**
 * Why the door cannot be opened now; `null`: it can. The server refuses it in a lockdown and while the device is
 * offline. In a fire release the door is held open. A device that has not reported yet may be reachable, so the door
 * can be tried.
 */
export function findOpenRefusal(door: Pick<Door, 'doorMode' | 'emergencyId' | 'online'>): DoorRefusal | null {
  if (door.doorMode === 'LOCKED_DOWN') return 'LOCKED_DOWN';
  if (door.doorMode === 'HELD_OPEN' && door.emergencyId !== null) return 'FIRE_RELEASE';
  return isUnreachable(door) ? 'OFFLINE' : null;
}
