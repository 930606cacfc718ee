import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/** Whether this rendering is that of the server, or the first one of the browser, which must be equal to it. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
}
