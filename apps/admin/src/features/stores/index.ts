/** The feature of stores and their settings. */
export { StoreIcon, type StoreIconName } from './store-icon.tsx';
export { useStore } from './stores.api.ts';
export type { NamedRoom } from './hours/named-room.ts';
export { StrandedDialog } from './stranded-dialog.tsx';
