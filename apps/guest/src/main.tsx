import { createRoot } from 'react-dom/client';
import { takeEarlyRequest, type GuestLanguage } from './early-request.ts';
import { GuestApp } from './guest-app.tsx';
import { createLivePage } from './live-page.ts';
import './page.css';
import { loadTexts } from './texts.ts';
import { keepPageOffline } from './offline-worker.ts';

/** Starts the page of a guest: its data and its texts are on their way since the head of the document. */
async function startGuestApp(): Promise<void> {
  const early = takeEarlyRequest();
  const container = document.getElementById('root');
  if (container === null) throw new Error('The document has no root');
  const live = createLivePage(early);
  const root = createRoot(container);

  async function show(language: GuestLanguage): Promise<void> {
    const text = await loadTexts(language);
    document.documentElement.lang = language === 'kr' ? 'ko' : 'en';
    root.render(
      <GuestApp
        token={early.token}
        live={live}
        language={language}
        text={text}
        onSwitchLanguage={() => void switchLanguage(language === 'kr' ? 'en' : 'kr')}
      />,
    );
  }
  async function switchLanguage(language: GuestLanguage): Promise<void> {
    await show(language);
    try {
      sessionStorage.setItem('guest-language', language);
    } catch (error) {
      console.warn(error);
    }
  }

  await show(early.language);
  keepPageOffline();
}

void startGuestApp();
