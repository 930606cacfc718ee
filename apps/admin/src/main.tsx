import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { AuthProvider, loadSession } from './session/auth.tsx';
import { accessToken, SIGN_IN_PATH, signInPathFor } from './api/session.ts';
import { startI18n } from './session/i18n.ts';
import { REDIRECT_PATH } from './app/return-to.ts';
import { keepSettings, showSettings } from './session/settings.ts';
import { loadFonts } from './ui/load-fonts.ts';
import { describeFailure, PlainPage } from './ui/states/plain-page.tsx';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root');

showSettings();
keepSettings();
// Nothing renders before the first screen and its texts have loaded; until then the page shows its initial HTML.
const firstScreen = Promise.all([
  loadFirstScreen(),
  accessToken() === null ? null : loadSession(),
  startI18n(firstTexts()),
]);
loadFonts(firstScreen);
const [FirstScreen, session] = await firstScreen;
// A boundary reports its errors itself, with the id that it shows.
createRoot(container, { onCaughtError: () => undefined }).render(
  <StrictMode>
    <AuthProvider first={session}>
      <FirstScreen />
    </AuthProvider>
  </StrictMode>,
);

/** Sign-in alone for a visitor, otherwise the full application. If its code cannot be loaded, a page says so. */
async function loadFirstScreen() {
  try {
    if (accessToken() === null && sendVisitorToSignIn()) return (await import('./app/sign-in-app.tsx')).SignInApp;
    return await (await import('./app/full-app.tsx')).loadFullApp();
  } catch (error) {
    console.error(error);
    return () => <PlainPage detail={describeFailure(error)} />;
  }
}

/** Replaces the address of a page behind sign-in, as the guard of the router would. Returns whether sign-in is shown. */
function sendVisitorToSignIn(): boolean {
  const { pathname, search } = location;
  if (pathname === '/') history.replaceState(null, '', signInPathFor(REDIRECT_PATH));
  else if (/^\/dashboard(?:\/|$)/.test(pathname)) history.replaceState(null, '', signInPathFor(pathname + search));
  return location.pathname === SIGN_IN_PATH;
}

/**
 * The namespaces of the first screen. A screen that waits for its texts would show a bar first, and React delays what
 * follows a bar by 300 ms.
 */
function firstTexts(): readonly string[] {
  if (accessToken() === null) return ['auth'];
  const ofAll = ['navbar', 'settings', 'room-states', 'readiness'];
  return ['/', '/dashboard'].includes(location.pathname) ? [...ofAll, 'overview'] : ofAll;
}
