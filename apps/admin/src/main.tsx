import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { AuthProvider } from './app/auth.tsx';
import { startI18n } from './app/i18n.ts';
import { createRouter } from './app/router.tsx';
import { keepSettings, showSettings } from './app/settings.ts';
import { loadFontsLater } from './ui/load-fonts.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root');

showSettings();
keepSettings();
loadFontsLater();
// Sign-in shows texts from its first frame on: nothing is drawn before they are here.
const router = createRouter();
await startI18n();
createRoot(container).render(
  <StrictMode>
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>
  </StrictMode>,
);
