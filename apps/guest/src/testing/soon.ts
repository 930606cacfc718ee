import { vi } from 'vitest';

/** Waits until the check passes. A busy machine needs longer than the second that `vi.waitFor` waits by default. */
export function soon<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000 });
}
