/** Doors for other screens: one tap opens, or words say why a door cannot be opened. */
export { DoorStrip, RoomOpener } from './door-strip.ts';
export { findOpenRefusal, TONE_COLOUR, type Tone } from './door-words.ts';
