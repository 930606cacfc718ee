import { HEAD_OFFICE_ZONE } from '@munjigi/rules';
import { useTranslation } from 'react-i18next';
import { createFormat, type Format } from '../../ui/format.ts';

/** The change of a figure since the period before. */
export interface FigureChange {
  readonly way: 'more' | 'less' | 'same';
  /** `12.3%`, without a sign. */
  readonly share: string;
}

export interface SalesWords {
  /** Won; a negative amount has a true minus sign. */
  readonly money: (won: number) => string;
  /** Won in few characters, for an axis. */
  readonly briefly: (won: number) => string;
  readonly number: (value: number) => string;
  /** A share of a whole; `null` when the whole is zero. */
  readonly share: (part: number, whole: number) => string | null;
  /** A business date with its weekday. */
  readonly day: (date: string) => string;
  readonly days: (from: string, to: string) => string;
  readonly brieflyDay: (date: string) => string;
  /** 0 is Sunday. */
  readonly weekday: Format['weekday'];
  /** The change since the period before; `null`: that period has no amount to compare with. */
  readonly change: (now: number, before: number) => FigureChange | null;
}

/** Words and figures of the shown language. */
export function useSalesWords(): SalesWords {
  const { i18n } = useTranslation();
  return salesWordsOf(i18n.resolvedLanguage === 'en' ? 'en-US' : 'ko-KR');
}

const wordsByLanguage = new Map<string, SalesWords>();

export function salesWordsOf(code: string): SalesWords {
  const cached = wordsByLanguage.get(code);
  if (cached !== undefined) return cached;
  const words = make(code);
  wordsByLanguage.set(code, words);
  return words;
}

function make(code: string): SalesWords {
  const { day, days, weekday } = createFormat(code, HEAD_OFFICE_ZONE);
  const won = new Intl.NumberFormat(code, { style: 'currency', currency: 'KRW' });
  const brief = new Intl.NumberFormat(code, { notation: 'compact', maximumFractionDigits: 1 });
  const plain = new Intl.NumberFormat(code);
  const percent = new Intl.NumberFormat(code, { style: 'percent', maximumFractionDigits: 1 });
  const minus = (value: number, text: string) => (value < 0 ? `−${text}` : text);
  return {
    money: (value) => minus(value, won.format(Math.abs(value))),
    briefly: (value) => minus(value, brief.format(Math.abs(value))),
    number: (value) => minus(value, plain.format(Math.abs(value))),
    share: (part, whole) => (whole === 0 ? null : minus(part / whole, percent.format(Math.abs(part / whole)))),
    day,
    days,
    brieflyDay: (date) => `${String(Number(date.slice(5, 7)))}/${String(Number(date.slice(8)))}`,
    weekday,
    change: (now, before) => {
      if (before === 0) return null;
      return {
        way: now === before ? 'same' : now > before ? 'more' : 'less',
        share: percent.format(Math.abs((now - before) / before)),
      };
    },
  };
}
