/** What staff know of a guest who comes again, and the guests who cannot book (RG-1 to RG-6). */
export { BlockedGuestNotice } from './blocked-guest-notice.tsx';
export { GuestProfileLines } from './guest-profile-lines.tsx';
