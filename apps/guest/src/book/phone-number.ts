import { normalisePhone } from '@munjigi/typed-text';

/** The address that calls a number. */
export function toTelAddress(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/** Whether a number is a Korean mobile number, to which a code can be sent. The server checks it again. */
export function isMobileNumber(phone: string): boolean {
  return normalisePhone(phone)?.startsWith('01') === true;
}
