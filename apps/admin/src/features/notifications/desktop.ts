import { useSyncExternalStore } from 'react';

const WANTED_KEY = 'munjigi-desktop-notices';
/** What this browser is told also while it is closed, and to whom (`push-here.ts`); absent: nothing. */
export const PUSH_KEY = 'munjigi-push';
const listeners = new Set<() => void>();

/** `pushed`: shown by push, whether a tab is open or not. `denied`: the browser forbids it, and only its own settings can change that. `absent`: it cannot do it at all. */
type DesktopNotices = 'on' | 'off' | 'pushed' | 'denied' | 'absent';

/** Are notices of new notifications wanted in this browser, and allowed? */
export function showsDesktopNotices(): boolean {
  return stateNow() === 'on';
}

export function useDesktopNotices(): DesktopNotices {
  return useSyncExternalStore(subscribe, stateNow);
}

/** Asks for the browser's permission if it was not asked before: only ever called by a person's click. */
export async function turnDesktopNoticesOn(): Promise<void> {
  if (stateNow() === 'absent') return;
  const permission = await Notification.requestPermission();
  if (permission === 'granted') localStorage.setItem(WANTED_KEY, 'true');
  tell();
}

export function turnDesktopNoticesOff(): void {
  localStorage.removeItem(WANTED_KEY);
  tell();
}

function stateNow(): DesktopNotices {
  if (!('Notification' in window)) return 'absent';
  if (Notification.permission === 'denied') return 'denied';
  if (localStorage.getItem(PUSH_KEY)?.includes('MONEY')) return 'pushed';
  return Notification.permission === 'granted' && localStorage.getItem(WANTED_KEY) === 'true' ? 'on' : 'off';
}

/** Is anything pushed to this browser? */
export function useIsPushed(): boolean {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(PUSH_KEY) !== null);
}

/** Of what is kept in this browser something is different. */
export function tell(): void {
  for (const listener of listeners) listener();
}

/** Another tab may turn it on or off, and the browser's settings may change while one is away. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  window.addEventListener('focus', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
    window.removeEventListener('focus', listener);
  };
}
