/** Doors, as another screen shows them: one tap opens. */
export { DoorStrip } from './door-strip.ts';
