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
// Nothing is drawn before the first screen and its texts are here: until then the page shows what its file brought.
const router = createRouter();
const firstScreen = Promise.all([startI18n(firstTexts()), whenReady()]);
loadFonts(firstScreen);
await firstScreen;
// A boundary reports what it caught by itself, with the id that it shows.
createRoot(container, { onCaughtError: () => undefined }).render(
  <StrictMode>
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>
  </StrictMode>,
);

/** A screen that has to wait for its texts shows a bar first, and React holds what follows a bar back for 300 ms more. */
function firstTexts(): readonly string[] {
  if (accessToken() === null) return ['auth'];
  return ['/', '/dashboard'].includes(location.pathname) ? ['navbar', 'settings', 'overview', 'readiness'] : ['navbar', 'settings'];
}

/** The first screen's code has arrived, or has failed and the error page is to be shown. */
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
