import './devices.live.ts';

/** Commands and their history: what was asked of doors and devices, and what came of it. */
export { putCommand, useLatestCommand } from './command-cache.ts';
export { Glyph, type GlyphName } from './icons.tsx';
export { hasEnded, hasFailed } from './command-steps.ts';
export { CommandSteps } from './command-steps-line.tsx';
export { useCommandWords } from './command-words.ts';
