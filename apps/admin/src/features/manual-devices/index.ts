/**
 * The form for devices that announce nothing. A separate feature, so that it loads only with the dialogs that show it.
 */
export { LockFields } from './lock-fields.tsx';
export {
  toManualBinding,
  checkManualDraft,
  createManualDraft,
  toManualDraft,
  deriveTopics,
  type ManualDeviceDraft,
} from './manual-draft.ts';
export { ManualDeviceFields } from './manual-fields.tsx';
