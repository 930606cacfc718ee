import { bindDriver } from './drivers/index.ts';

/**
 * Whether the device of this link confirms an opening. The relay of a strike does, although its lock state is only
 * inferred.
 */
export function answersOpening({ driver, settings }: { readonly driver: string; readonly settings: unknown }): boolean {
  return bindDriver(driver, settings).confirms({ action: 'OPEN', forSeconds: null });
}
