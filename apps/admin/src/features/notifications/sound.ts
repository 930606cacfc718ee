import { useSyncExternalStore } from 'react';

const SOUND_PATH = '/sound/notification.mp3';
const MUTED_KEY = 'munjigi-notification-muted';
const listeners = new Set<() => void>();
let audio: HTMLAudioElement | null = null;

/** Plays the chime once. A browser that forbids it, or a file that cannot be read, is written to the console only (reference, 8). */
export function playNotificationSound(): void {
  if (isMuted()) return;
  audio ??= new Audio(SOUND_PATH);
  audio.currentTime = 0;
  Promise.resolve(audio.play()).catch((error: unknown) =>
    console.warn('The notification sound could not be played', error),
  );
}

/** Whether the chime is silenced until this tab is closed, and the function that changes it. */
export function useSoundMuted(): readonly [muted: boolean, setMuted: (muted: boolean) => void] {
  return [useSyncExternalStore(subscribe, isMuted), setMuted];
}

function isMuted(): boolean {
  return sessionStorage.getItem(MUTED_KEY) === 'true';
}

function setMuted(muted: boolean): void {
  if (muted) {
    sessionStorage.setItem(MUTED_KEY, 'true');
    audio?.pause();
  } else {
    sessionStorage.removeItem(MUTED_KEY);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
