/**
 * The zone of days and times on screens of several stores, and of one store until its own is read: that of nearly all stores. The only such
 * constant; a screen of one store takes the store's own.
 */
export const FALLBACK_ZONE = 'Asia/Seoul';
