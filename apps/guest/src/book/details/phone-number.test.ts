import { describe, expect, it } from 'vitest';
import { isMobileNumber, toTelAddress } from './phone-number.ts';

describe('isMobileNumber', () => {
  it.each(['010-0000-7351', '01000007351', '+82 10-0000-7351', '+82 010 0000 7351', '82-10-0000-7351', '011-123-4567'])(
    'accepts %s',
    (phone) => expect(isMobileNumber(phone)).toBe(true),
  );
  it.each(['', '02-555-0152', '010-000', '+1 555 010 0000', '010-0000-73511', '82 010-0000-735'])(
    'refuses «%s»',
    (phone) => expect(isMobileNumber(phone)).toBe(false),
  );
});

describe('toTelAddress', () => {
  it('keeps digits and the plus sign', () => expect(toTelAddress('+82 (0)2-555-0152')).toBe('tel:+82025550152'));
});
