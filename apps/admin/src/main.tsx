import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { AuthProvider } from './app/auth.tsx';
import { accessToken } from './api/session.ts';
import { startI18n } from './app/i18n.ts';
import { createRouter } from './app/router.tsx';
import { keepSettings, showSettings } from './app/settings.ts';
import { loadFonts } from './ui/load-fonts.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root');

showSettings();
keepSettings();
// Nothing renders before the first screen and its texts have loaded; until then the page shows its initial HTML.
const router = createRouter();
const firstScreen = Promise.all([startI18n(firstTexts()), whenReady()]);
loadFonts(firstScreen);
await firstScreen;
// A boundary reports its errors itself, with the id that it shows.
createRoot(container, { onCaughtError: () => undefined }).render(
  <StrictMode>
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>
  </StrictMode>,
);

/**
 * The namespaces of the first screen. A screen that waits for its texts would show a bar first, and React delays what
 * follows a bar by 300 ms.
 */
function firstTexts(): readonly string[] {
  if (accessToken() === null) return ['auth'];
  return ['/', '/dashboard'].includes(location.pathname)
    ? ['navbar', 'settings', 'overview', 'room-states', 'readiness']
    : ['navbar', 'settings', 'room-states'];
}

/** Resolves when the first screen's code has loaded, or has failed and the error page is shown. */
function whenReady(): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
