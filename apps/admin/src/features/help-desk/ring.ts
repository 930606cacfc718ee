/** The chime of payment notifications, which is loaded already. */
const SOUND_PATH = '/sound/notification.mp3';
let audio: HTMLAudioElement | null = null;

/**
 * Rings once for a guest waiting for help (NX-12). Silencing the chime of payments does not silence it: it ends when a
 * person opens the case. A browser that forbids sound only logs it.
 */
export function ringForGuest(): void {
  audio ??= new Audio(SOUND_PATH);
  audio.currentTime = 0;
  Promise.resolve(audio.play()).catch((error: unknown) => console.warn('The ring could not be played', error));
}
