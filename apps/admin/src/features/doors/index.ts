/** Doors, as another screen shows them: one tap opens, or words say why none can. */
export { DoorStrip, RoomOpener } from './door-strip.ts';
export { findOpenRefusal } from './door-words.ts';
