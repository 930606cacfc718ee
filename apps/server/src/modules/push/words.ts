import type { PushKind } from '@munjigi/contract';
import { fillText } from '@munjigi/texts';
import { PUSH_TEXTS } from '@munjigi/texts/push';
import type { PushContent } from './news.sql.ts';

/** The most characters of a name, because a longer one would leave no room for the event. */
const MOST_NAME = 40;

export function inWords(
  locale: string,
  kind: PushKind,
  { count, stores, what, amount, about, waiting }: PushContent,
): { title: string; body: string; lang: string } {
  const words = PUSH_TEXTS[locale === 'en' ? 'en' : 'kr'];
  const number = new Intl.NumberFormat(locale === 'en' ? 'en' : 'ko');
  const [first] = stores;
  const where = first === undefined ? null : nameStores(first.slice(0, MOST_NAME), stores.length - 1, words.stores);
  const waits = fillText(words.waiting[kind], { count: number.format(waiting) });
  const joined = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(' · ');
  const lang = locale === 'en' ? 'en' : 'ko';
  if (count > 1)
    return { title: fillText(words.some[kind], { count: number.format(count) }), body: joined(where, waits), lang };
  return {
    title: joined(where, words.what[what]),
    body: joined(about, amount === null ? null : fillText(words.amount, { amount: number.format(amount) }), waits),
    lang,
  };
}

/** `Gangnam`, and with the number of other stores `Gangnam and 2 more`. */
function nameStores(first: string, others: number, text: (typeof PUSH_TEXTS)['kr' | 'en']['stores']): string {
  return others === 0 ? first : fillText(text, { first, others });
}
