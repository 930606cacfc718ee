import { render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useAuthContext } from './auth.tsx';

function Outside() {
  useAuthContext();
  return null;
}

describe('the auth context', () => {
  it('says to a developer where it must be used', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<Outside />)).toThrow('useAuthContext: Context must be used inside AuthProvider');
    log.mockRestore();
  });
});
