import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectConsoleError } from '../../../../tools/expected-errors.ts';
import { useAuthContext } from './auth.tsx';

function Outside() {
  useAuthContext();
  return null;
}

describe('the auth context', () => {
  it('throws a developer error outside of its provider', () => {
    expectConsoleError(/useAuthContext: Context must be used inside AuthProvider/); // React logs the error as well.
    expect(() => render(<Outside />)).toThrow('useAuthContext: Context must be used inside AuthProvider');
  });
});
