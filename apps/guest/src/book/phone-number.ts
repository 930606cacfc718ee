/** The address that calls a number. */
export function toTelAddress(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/** Whether a number is a Korean mobile number, to which a code can be sent. The server checks it again. */
export function isMobileNumber(phone: string): boolean {
  const digits = phone.replace(/\D/g, '');
  return phone.trim().startsWith('+') ? /^820?1\d{8,9}$/.test(digits) : /^01\d{8,9}$/.test(digits);
}
