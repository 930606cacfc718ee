/** The feature of stores and their settings. */
export { FeedList } from './feed-list.tsx';
export { NewFeedDialog } from './new-feed-dialog.tsx';
export { RevokeFeedDialog } from './revoke-feed-dialog.tsx';
export { StoreIcon, type StoreIconName } from './store-icon.tsx';
export { useFeeds, useStore } from './stores.api.ts';
export { StrandedDialog } from './stranded-dialog.tsx';
