const COUPON_CODE = /^[\dA-Z][\dA-Z-]{2,18}[\dA-Z]$/;

/** The code of a coupon as it is compared: without spaces and case. */
export function normalizeCouponCode(typed: string): string {
  return typed.replace(/\s/g, '').toUpperCase();
}

/** Whether a normalized code can be the code of a coupon: 4 to 20 letters A to Z, digits and hyphens between them. */
export function isCouponCode(code: string): boolean {
  return COUPON_CODE.test(code);
}
