/** Parts of doors for other screens: one tap opens a door, or a text says why it cannot be opened. */
export { DoorOpener, DoorStrip, LateDoorKeypadLine, RoomOpener } from './door-strip.ts';
export { findOpenRefusal, TONE_COLOUR, type Tone } from './door-words.ts';
