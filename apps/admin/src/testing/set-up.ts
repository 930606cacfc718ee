import { cleanup, configure } from '@testing-library/react';
import i18next from 'i18next';
import { toast as sonner } from 'sonner';
import { afterAll, afterEach, vi } from 'vitest';
import { markReachable } from '../api/connection.ts';
import { rememberSessionEnd, setSession } from '../api/session.ts';
import { setLiveState } from '../session/live-state.ts';
import { queryClient } from '../app/query-client.ts';
import { changeSettings, DEFAULT_SETTINGS } from '../session/settings.ts';
import { setTitleCount } from '../ui/document-title.ts';
import { stopFollowingScreen, TOASTER_ID } from '../ui/toast/toaster.tsx';

/**
 * Set-up of every test file of the browser application. The files of a worker share one document and one copy of the
 * application, so everything that a file leaves behind is cleared here.
 */

// A slow machine needs more time; a condition that never becomes true still fails.
configure({ asyncUtilTimeout: 20_000 });

const initialAddress = location.href;
let hasRendered = false;

afterEach(() => {
  hasRendered ||= document.body.childElementCount > 0;
  cleanup();
});

afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  if (hasRendered) await finishScheduledWork();
  resetApplication();
  resetDocument();
});

/** Waits until React has finished its scheduled work, late parts have loaded, and toasts have disappeared. */
async function finishScheduledWork(): Promise<void> {
  await new Promise<void>((resolve) => void setTimeout(resolve, 100));
  sonner.dismiss();
  await vi.waitUntil(() => document.querySelector('[data-sonner-toast]') === null, { timeout: 20_000, interval: 20 });
  stopFollowingScreen();
}

/** Resets the state in the application's modules. */
function resetApplication(): void {
  setSession(null);
  rememberSessionEnd(null);
  markReachable();
  setLiveState('connecting');
  changeSettings(DEFAULT_SETTINGS);
  setTitleCount(0);
  queryClient.clear();
  // Each start of i18next adds a listener.
  i18next.off('languageChanged');
}

/** Resets the browser's state. The toaster stays, because the application puts it on the page once. */
function resetDocument(): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; '))
    document.cookie = `${cookie.split('=', 1)[0] ?? ''}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
  for (const element of document.querySelectorAll(`body > :not(#${TOASTER_ID})`)) element.remove();
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  document.title = '';
  if (location.href !== initialAddress) history.replaceState(null, '', initialAddress);
}
