/** Stores and their settings. */
export { StoreGlyph, type StoreGlyphName } from './icons.tsx';
export { useStore } from './stores.api.ts';
export { StrandedDialog } from './stranded-dialog.tsx';
