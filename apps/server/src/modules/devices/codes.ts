import { bindDriver, type LockCodes } from './drivers/index.ts';

/** The codes that a lock keeps itself, and how long it may take to answer. */
export interface KeptCodes extends LockCodes {
  readonly timeoutMs: number;
}

/** `null`: it keeps none. */
export function codesOf({ driver, settings }: { readonly driver: string; readonly settings: unknown }): KeptCodes | null {
  const { codes, timeoutMs } = bindDriver(driver, settings);
  return codes ? { ...codes, timeoutMs } : null;
}
