import { bindDriver } from './drivers/index.ts';

/** Will the device of this link say that it opened? A strike's relay does, though what the door is then is only inferred. */
export function answersOpening({ driver, settings }: { readonly driver: string; readonly settings: unknown }): boolean {
  return bindDriver(driver, settings).confirms({ action: 'OPEN', forSeconds: null });
}
