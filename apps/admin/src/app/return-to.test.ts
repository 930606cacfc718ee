import { describe, expect, it } from 'vitest';
import { signInPathFor } from '../api/session.ts';
import { safeReturnTo } from './return-to.ts';

const ORIGIN = 'https://shop.test';

describe('returnTo (AU-7)', () => {
  it('leads to a path of this application, its query included', () => {
    expect(safeReturnTo('/dashboard/door?store=1#x', ORIGIN)).toBe('/dashboard/door?store=1#x');
  });
  it('is the default path when absent', () => {
    expect(safeReturnTo(null, ORIGIN)).toBe('/dashboard');
  });
  it.each([
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/\t/evil.test',
    '\\\\evil',
    'dashboard',
    '',
    '/..//evil.test',
  ])('never leads elsewhere: %j', (hostile) => {
    expect(safeReturnTo(hostile, ORIGIN)).toBe('/dashboard');
  });
  it('survives the way through the sign-in address unchanged', () => {
    const address = new URL(signInPathFor('/dashboard/door?store=a&x=1'), ORIGIN);
    expect(address.pathname).toBe('/auth/jwt/sign-in');
    expect(safeReturnTo(address.searchParams.get('returnTo'), ORIGIN)).toBe('/dashboard/door?store=a&x=1');
  });
});
