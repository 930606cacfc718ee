/** Commands to doors and devices, and their history. */
export { putCommand, useLatestCommand } from './command-cache.ts';
export { Glyph, type GlyphName } from './icons.tsx';
export { hasEnded, hasFailed } from './command-steps.ts';
export { CommandResult } from './command-result.tsx';
export { CommandSteps } from './command-steps-line.tsx';
export { OddMembers } from './odd-members.tsx';
export { useCommandWords } from './command-words.ts';
