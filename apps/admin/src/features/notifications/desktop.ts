import { useSyncExternalStore } from 'react';

const WANTED_KEY = 'munjigi-desktop-notices';
const listeners = new Set<() => void>();

/** `denied`: the browser forbids it, and only its own settings can change that. `absent`: it cannot do it at all. */
type DesktopNotices = 'on' | 'off' | 'denied' | 'absent';

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
  return Notification.permission === 'granted' && localStorage.getItem(WANTED_KEY) === 'true' ? 'on' : 'off';
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Another tab may turn it on or off, and the browser's settings may change while one is away. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  window.addEventListener('focus', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
    window.removeEventListener('focus', listener);
  };
}
