/** What people type and paste, read as they mean it, and how numbers are written. Pure, and without any other package of the project. */
export { isBusinessNumber, normaliseBusinessNumber } from './business-number.ts';
export { groupDigits } from './digits.ts';
export { isCouponCode, normalizeCouponCode } from './coupon-code.ts';
export { normaliseEmail, toMailbox } from './email.ts';
export { normaliseMailOrderNumber } from './mail-order-number.ts';
export { hasVisibleLetter, normaliseLine, normaliseLines } from './name.ts';
export { formatPhoneNumber, isPhoneAbroad, normalisePhone, phoneDigits } from './phone.ts';
export { readReceiptNumber, type ReceiptNumber } from './receipt-number.ts';
export { readWon, type WonRefusal } from './won.ts';
