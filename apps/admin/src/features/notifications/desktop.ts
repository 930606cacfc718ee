import { useSyncExternalStore } from 'react';

const ENABLED_KEY = 'munjigi-desktop-notices';
/** The key under which `push-subscription.ts` keeps this browser's push subscription and its owner; absent: no push. */
export const PUSH_KEY = 'munjigi-push';
const listeners = new Set<() => void>();

/**
 * `pushed`: shown by push, whether a tab is open or not. `denied`: the browser forbids it, and only its settings can
 * change that. `absent`: the browser cannot do it.
 */
type DesktopNotices = 'on' | 'off' | 'pushed' | 'denied' | 'absent';

/** Whether desktop notices are switched on in this browser, and allowed. */
export function showsDesktopNotices(): boolean {
  return stateNow() === 'on';
}

export function useDesktopNotices(): DesktopNotices {
  return useSyncExternalStore(subscribeToPermission, stateNow);
}

/** Asks for the browser's permission unless it was asked before. Called only by a person's click. */
export async function turnDesktopNoticesOn(): Promise<void> {
  if (stateNow() === 'absent') return;
  const permission = await Notification.requestPermission();
  if (permission === 'granted') localStorage.setItem(ENABLED_KEY, 'true');
  notifyListeners();
}

export function turnDesktopNoticesOff(): void {
  localStorage.removeItem(ENABLED_KEY);
  notifyListeners();
}

function stateNow(): DesktopNotices {
  if (!('Notification' in window)) return 'absent';
  if (Notification.permission === 'denied') return 'denied';
  if (localStorage.getItem(PUSH_KEY)?.includes('MONEY')) return 'pushed';
  return Notification.permission === 'granted' && localStorage.getItem(ENABLED_KEY) === 'true' ? 'on' : 'off';
}

/** Whether push is on in this browser. */
export function useIsPushed(): boolean {
  return useSyncExternalStore(subscribeToPermission, () => localStorage.getItem(PUSH_KEY) !== null);
}

/** Notifies the listeners that a stored value changed. */
export function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Another tab may change the switch, and the browser's settings may change meanwhile. */
export function subscribeToPermission(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  window.addEventListener('focus', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
    window.removeEventListener('focus', listener);
  };
}
