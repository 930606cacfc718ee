import type { BookingNow } from '@munjigi/contract';
import { createGuestFormat } from '../shared/guest-format.ts';
import type { GuestLanguage } from '../shared/guest-language.ts';

interface NowWords {
  /** The texts of the list: `free`, `next`, `tomorrow` and `none`, with `%` for the time. */
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly language: GuestLanguage;
  readonly zone: string;
}

/** Says what is free at a store now, or from when on. */
export function describeNow(now: BookingNow, { texts, language, zone }: NowWords): string {
  if (now.rooms.some(({ stay }) => stay !== null)) return texts['free'] ?? '';
  const [next] = now.next;
  if (next === undefined) return texts['none'] ?? '';
  const time = createGuestFormat(language, zone).time(next.startsAt);
  return (texts[next.date === now.today ? 'next' : 'tomorrow'] ?? '').replace('%', time);
}
