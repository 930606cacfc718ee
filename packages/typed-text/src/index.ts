/** What people type and paste, read as they mean it. Pure, and without any other package of the project. */
export { isBusinessNumber, normaliseBusinessNumber } from './business-number.ts';
export { isCouponCode, normalizeCouponCode } from './coupon-code.ts';
export { normaliseEmail, toMailbox } from './email.ts';
export { hasVisibleLetter, normaliseLine, normaliseLines } from './name.ts';
export { formatPhoneNumber, isPhoneAbroad, normalisePhone, phoneDigits } from './phone.ts';
export { readWon, type WonRefusal } from './won.ts';
