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
const isVisitor = accessToken() === null;
const firstScreen = Promise.all([startI18n(isVisitor ? ['auth'] : ['navbar']), whenReady()]);
loadFonts(firstScreen);
await firstScreen;
createRoot(container).render(
  <StrictMode>
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>
  </StrictMode>,
);

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
