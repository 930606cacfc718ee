import type { Root } from 'react-dom/client';
import { claimEarlyRequest, type EarlyRequest } from './early-request.ts';
import { GuestApp } from './guest-app.tsx';
import { CompanionApp } from './companion/companion-app.tsx';
import { COMPANION_TOKEN, createCompanionPage, createLivePage } from './live-page.ts';
import '../shared/page.css';
import { beginsWithPayment } from '../shared/direct-payment.ts';
import { Started, startRoot } from '../shared/start-root.tsx';
import { loadTexts } from '../shared/texts.ts';
import { keepPageOffline } from '../shared/offline-worker.ts';

/** Starts the page of a guest: its data and its texts are on their way since the head of the document. */
async function startGuestApp(): Promise<void> {
  const early = claimEarlyRequest();
  if (COMPANION_TOKEN.test(early.token)) return startCompanionApp(early);
  const live = createLivePage(early);
  let root: Root | null = null;
  const { pathname, search } = location;
  const isReturn = pathname === '/g/return';
  let { language } = early;

  async function show(): Promise<void> {
    const text = await loadTexts(language);
    document.documentElement.lang = language === 'kr' ? 'ko' : 'en';
    const page = { language, text, onSwitchLanguage: () => void switchLanguage() };
    // Back from a provider in a browser that does not know the reservation: only the result (GT-16).
    const ResultPage = isReturn && live.getState().isInvalid ? await loadResultPage() : null;
    const content =
      ResultPage === null ? (
        <GuestApp {...page} token={early.token} live={live} />
      ) : (
        <ResultPage {...page} search={search} />
      );
    if (root !== null) return root.render(<Started early={early}>{content}</Started>);
    root = startRoot(content, { early, isHydrated: early.first?.language === language && !beginsWithPayment() });
  }
  async function switchLanguage(): Promise<void> {
    language = language === 'kr' ? 'en' : 'kr';
    await show();
    rememberLanguage(language);
  }

  await show();
  if (isReturn) live.subscribe(() => live.getState().isInvalid && void show());
  keepPageOffline();
}

/** Starts the page of a companion (GT-22), which the server never renders. */
async function startCompanionApp(early: EarlyRequest): Promise<void> {
  const live = createCompanionPage(early);
  let root: Root | null = null;
  let { language } = early;

  async function show(): Promise<void> {
    const text = await loadTexts(language);
    document.documentElement.lang = language === 'kr' ? 'ko' : 'en';
    const page = { token: early.token, live, language, text, onSwitchLanguage: () => void switchLanguage() };
    const content = <CompanionApp {...page} />;
    if (root === null) root = startRoot(content, { early, isHydrated: false });
    else root.render(<Started early={early}>{content}</Started>);
  }
  async function switchLanguage(): Promise<void> {
    language = language === 'kr' ? 'en' : 'kr';
    await show();
    rememberLanguage(language);
  }

  await show();
  keepPageOffline();
}

function rememberLanguage(language: EarlyRequest['language']): void {
  try {
    sessionStorage.setItem('guest-language', language);
  } catch (error) {
    console.warn(error);
  }
}

/** `null`: the code did not load, and the page says how to go on. */
function loadResultPage() {
  return import('./payment/payment-result.tsx').then(
    ({ PaymentResultPage }) => PaymentResultPage,
    (error: unknown) => {
      console.warn(error);
      return null;
    },
  );
}

void startGuestApp();
