import i18next, { type BackendModule, type ReadCallback } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';

export const LANGUAGES = ['kr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface LocaleOption {
  readonly value: Language;
  readonly label: string;
  readonly countryCode: string;
  /** The BCP 47 tag of dates and of the document. */
  readonly adapterLocale: 'ko' | 'en';
  readonly numberFormat: { readonly code: string; readonly currency: 'KRW' | 'USD' };
}

export const LOCALE_OPTIONS: Readonly<Record<Language, LocaleOption>> = {
  kr: {
    value: 'kr',
    label: '한국어',
    countryCode: 'KR',
    adapterLocale: 'ko',
    numberFormat: { code: 'ko-KR', currency: 'KRW' },
  },
  en: {
    value: 'en',
    label: 'English',
    countryCode: 'GB',
    adapterLocale: 'en',
    numberFormat: { code: 'en-US', currency: 'USD' },
  },
};

type Texts = Record<string, unknown>;
/**
 * A bundled chunk per language and namespace; no text is fetched as data. The first file lists only those of sign-in,
 * because it loads before it; `screen-texts.ts` lists the others. Those of the first screen share one chunk.
 */
const signIn = import.meta.glob<Texts>('../locales/{auth,common}/*.json', { import: 'default' });
const firstScreen = import.meta.glob<Readonly<Record<string, Texts>>>('./first-texts-*.ts', { import: 'texts' });

/** The namespaces that `first-texts-*.ts` join. */
const FIRST_SCREEN = new Set(['navbar', 'notifications', 'overview', 'readiness', 'room-states', 'settings']);

const bundledFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    void passTexts(() => readTexts(language, namespace), done);
  },
};

async function readTexts(language: string, namespace: string): Promise<Texts | undefined> {
  const load = signIn[`../locales/${namespace}/${language}.json`];
  if (load) return await load();
  if (FIRST_SCREEN.has(namespace)) return (await firstScreen[`./first-texts-${language}.ts`]?.())?.[namespace];
  const { readScreenTexts } = await import('./screen-texts.ts');
  return await readScreenTexts(language, namespace);
}

async function passTexts(load: () => Promise<Texts | undefined>, done: ReadCallback): Promise<void> {
  let texts: Texts | undefined;
  try {
    texts = await load();
  } catch (error) {
    // The second argument marks a failure as retryable.
    return done(error instanceof Error ? error : new Error('The texts cannot be loaded', { cause: error }), true);
  }
  return texts === undefined ? done(new Error('There are no such texts'), false) : done(null, texts);
}

/** `ko-KR`, as browsers write it, is the reference's `kr`. */
export function toLanguage(detected: string): string {
  const lower = detected.toLowerCase();
  if (lower === 'kr' || lower.startsWith('ko')) return 'kr';
  return lower.startsWith('en') ? 'en' : detected;
}

/** Sets the language by the reference's order of detection. Resolves when `common` and the named texts have loaded. */
export async function startI18n(first: readonly string[] = []): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = LOCALE_OPTIONS[language as Language]?.adapterLocale ?? 'ko';
  });
  await i18next
    .use(LanguageDetector)
    .use(bundledFiles)
    .use(initReactI18next)
    .init({
      supportedLngs: LANGUAGES,
      // For languages that the product does not have. English has every text (tools/locales.test.ts).
      fallbackLng: { default: ['kr'], en: [] },
      ns: ['common', ...first],
      defaultNS: 'common',
      // The fallback namespace for keys that `common` does not have; the dashboard loads it.
      fallbackNS: 'problems',
      interpolation: { escapeValue: false },
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        lookupCookie: 'i18next',
        lookupLocalStorage: 'i18nextLng',
        lookupSessionStorage: 'i18nextLng',
        caches: ['localStorage'],
        convertDetectedLanguage: toLanguage,
      },
      backend: { maxRetries: 5, retryTimeout: 350, maxParallelReads: 10 },
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
    } as Parameters<typeof i18next.init>[0] & object);
}
