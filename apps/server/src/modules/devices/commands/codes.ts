import { bindDriver, type LockCodes } from '../drivers/index.ts';

/** The code memory of a lock, and how long the lock may take to answer. */
export interface KeptCodes extends LockCodes {
  readonly timeoutMs: number;
}

/** `null`: the lock stores no codes. */
export function codesOf({
  driver,
  settings,
}: {
  readonly driver: string;
  readonly settings: unknown;
}): KeptCodes | null {
  const { codes, timeoutMs } = bindDriver(driver, settings);
  return codes ? { ...codes, timeoutMs } : null;
}
