import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Calls `onKey` with every key that is pressed anywhere in the document. The listener is there before the screen is
 * painted: one of `useEffect` is added after it, so that a key pressed at first sight is lost, and one that depends on
 * the state acts on the state before the last.
 */
export function useDocumentKeys(onKey: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent(onKey);
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
