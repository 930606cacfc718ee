/**
 * The form for devices that announce nothing. A separate feature, so that it loads only with the dialogs that show it.
 */
export { LockFields } from './lock-fields.tsx';
export { bindingOf, checkTold, newTold, toldDraftOf, topicsOf, type ToldDraft } from './told-draft.ts';
export { ToldFields } from './told-fields.tsx';
