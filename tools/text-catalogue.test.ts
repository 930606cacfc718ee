import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAYMENT_METHOD_NAMES } from '@munjigi/texts/payments';
import { RESERVATION_WORDS, SALES_WORDS } from '@munjigi/texts/exports';
import { fillText } from '@munjigi/texts';
import { filesBelow, isTest, readSource, root } from './sources.ts';

/** Files with Korean outside the catalogue and the locales that a person reads, each with its reason. */
const TEXTS_ELSEWHERE: Readonly<Record<string, string>> = {
  'apps/admin/src/app/account-drawer.tsx': 'the one button of the reference that has no English form',
  'apps/admin/src/session/i18n.ts': 'a language is named in itself',
  'apps/admin/src/ui/logo.tsx': 'the name of the product in its logo',
  'apps/guest/src/reservation/panels/contact-panel.tsx': 'a language is named in itself',
  'apps/guest/src/shared/guest-format.ts':
    'the unit of an amount, in the first content of a page, without a further chunk',
  'packages/rules/src/time/date-words.ts': 'the forms of a date, which are arithmetic and no sentences',
};

/** Files whose Korean is input that the product reads, or what an outside system says. No person reads it as a text. */
const VOCABULARY: Readonly<Record<string, string>> = {
  'apps/admin/build/own-glyphs.ts': 'common letters of names, for the subset of the font',
  'apps/admin/src/session/particles.ts': 'the grammar of particles',
  'apps/server/src/modules/deposits/announce.ts': 'a word that bank messages have',
  'apps/server/src/modules/payments/notifications/notifications-search.sql.ts': 'amounts as people type them',
  'apps/server/src/modules/payments/providers/provider-addresses.ts': 'a line of the log names the Korean screen',
  'apps/server/src/modules/payments/providers/toss-receipts.ts': 'the purposes in the messages of Toss Payments',
  'apps/server/src/modules/payments/providers/toss.ts': 'the methods in the messages of Toss Payments',
  'apps/server/src/modules/stores/holidays.ts': 'legal names of holidays in the official list',
  'apps/server/src/text/korean-text.ts': 'the range of syllables that shows a broken encoding',
  'packages/rules/src/deposits/channel-statement-csv.ts': 'headings of files of booking channels',
  'packages/rules/src/deposits/deposit-bank.ts': 'names of banks in their messages',
  'packages/rules/src/deposits/deposit-csv.ts': 'headings of bank files',
  'packages/rules/src/deposits/deposit-message-name.ts': 'words around names in bank messages',
  'packages/rules/src/deposits/deposit-message-parts.ts': 'words of bank messages',
  'packages/rules/src/deposits/deposit-message.ts': 'words of bank messages',
  'packages/rules/src/deposits/deposit-name.ts': 'words around names in bank messages',
  'packages/rules/src/deposits/deposit-template.ts': 'the shape of a bank message',
  'packages/rules/src/masking.ts': 'the range of syllables',
  'packages/typed-text/src/business-number.ts': 'labels before a pasted business number',
  'packages/typed-text/src/mail-order-number.ts': 'signs around the number of a registration',
  'packages/typed-text/src/won.ts': 'amounts as people type them',
  'packages/virtual-providers/src/checkout.ts': 'what the simulated provider says',
  'packages/virtual-providers/src/identity.ts': 'the page of a provider',
  'packages/virtual-providers/src/portone.ts': 'what the simulated provider says',
  'packages/virtual-providers/src/receipt-book.ts': 'what a provider writes',
  'packages/virtual-providers/src/receipts.ts': 'what a provider writes',
  'packages/virtual-providers/src/solapi.ts': 'what the simulated provider says',
  'packages/virtual-providers/src/toss.ts': 'what the simulated provider says',
};

const MOST_ELSEWHERE = 10;

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const HANGUL = /[가-힣]/;

/** The product's source files with Korean outside comments. */
function filesWithKorean(): string[] {
  return ['apps', 'packages']
    .flatMap((area) => filesBelow(area, /\.tsx?$/))
    .filter((file) => !isTest(file) && !/\/(testing|demo)\/|^packages\/texts\//.test(file))
    .filter((file) => HANGUL.test(readSource(file).replace(COMMENT, '')));
}

interface Translation {
  readonly at: string;
  readonly kr: unknown;
  readonly en: unknown;
}

/** Each place of a value that has two languages beside each other. */
function findTranslations(value: unknown, at: string): Translation[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = value as Readonly<Record<string, unknown>>;
  const kr = entries['kr'] ?? entries['ko'];
  if (kr !== undefined && entries['en'] !== undefined) return [{ at, kr, en: entries['en'] }];
  return Object.entries(entries).flatMap(([key, inner]) => findTranslations(inner, `${at}.${key}`));
}

/** The texts of a value by their keys: `some.MONEY` → `New payment notifications: {{count}}`. */
function listTexts(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return [[at, value]];
  return Object.entries(value ?? {}).flatMap(([key, inner]) => listTexts(inner, at === '' ? key : `${at}.${key}`));
}

/** The keys of a value with the placeholders of their texts. */
function shapeOf(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    listTexts(value).map(([key, text]) => [key, [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort().join()]),
  );
}

/** The document of the booking page has its head in Korean only, because it is one document for all guests. */
const KOREAN_ONLY: Readonly<Record<string, readonly string[]>> = {
  BOOKING_PAGE_TEXTS: ['title', 'storeTitle', 'storeDescription', 'missingTitle', 'turnOn'],
};
/** The Korean page names the store where the English one does not. */
const OTHER_PLACEHOLDERS = new Set(['BOOKING_PAGE_TEXTS.noScripts']);

const modules = await Promise.all(
  filesBelow('packages/texts/src', /\.ts$/)
    .filter((file) => !isTest(file))
    .map((file) => import(path.join(root, file)) as Promise<Readonly<Record<string, unknown>>>),
);
const translations = modules.flatMap((texts) =>
  Object.entries(texts).flatMap(([name, value]) => findTranslations(value, name)),
);

describe('packages/texts', () => {
  it('has each key in both languages, with the same placeholders', () => {
    expect(translations.length).toBeGreaterThan(600);
    const different = translations.flatMap(({ at, kr, en }) => {
      const [korean, english] = [shapeOf(kr), shapeOf(en)];
      return [...new Set([...Object.keys(korean), ...Object.keys(english)])]
        .filter((key) => korean[key] !== english[key] && !KOREAN_ONLY[at]?.includes(key))
        .map((key) => `${at}.${key}`)
        .filter((place) => !OTHER_PLACEHOLDERS.has(place));
    });
    expect(different).toEqual([]);
  });

  it('has no empty text, and Korean in no English text', () => {
    const faulty = translations.flatMap(({ at, kr, en }) =>
      [
        ...listTexts(kr).filter(([, text]) => text === ''),
        ...listTexts(en).filter(([, text]) => text === '' || HANGUL.test(text)),
      ].map(([key]) => `${at}.${key}`),
    );
    expect(faulty).toEqual([]);
  });

  it('has the Korean of the product, but for the listed files', () => {
    expect(filesWithKorean()).toEqual([...Object.keys(TEXTS_ELSEWHERE), ...Object.keys(VOCABULARY)].sort());
    expect(Object.keys(TEXTS_ELSEWHERE).length).toBeLessThanOrEqual(MOST_ELSEWHERE);
  });
});

describe.each(['kr', 'en'] as const)('an exported file in %s', (language) => {
  const screen = (name: string) =>
    JSON.parse(readSource(`apps/admin/src/locales/${name}/${language}.json`)) as Readonly<
      Record<string, Readonly<Record<string, string>>>
    >;

  it('names states and channels of reservations as the screens do', () => {
    const { state, channel } = screen('reservations');
    expect(RESERVATION_WORDS[language]).toMatchObject({ ...state, ...channel });
  });

  it('names methods, providers and kinds of payments as the screens do', () => {
    const { method, provider } = screen('payments');
    expect(PAYMENT_METHOD_NAMES[language]).toEqual(method);
    const { PAYMENT, REFUND, REVERSAL } = screen('settlement')['kind'] ?? {};
    const { CHANNEL: _channel, ...providers } = provider ?? {};
    expect(SALES_WORDS[language]).toMatchObject({ ...providers, PAYMENT, REFUND, REVERSAL });
  });
});

describe('fillText', () => {
  it('replaces each placeholder by its value, and reads no placeholder of a value', () => {
    expect(fillText('{{name}}: {{count}} of {{name}}', { name: '{{count}} $&', count: 2 })).toBe(
      '{{count}} $&: 2 of {{count}} $&',
    );
  });
});
