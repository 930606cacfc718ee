import { createHash } from 'node:crypto';
import { Problem } from '../../../http/index.ts';
import type { ShownTerms } from '../../guest-access/index.ts';
import type { BookingTerms } from './open-stores.sql.ts';

type TermsLanguage = ShownTerms['language'];
const LANGUAGES: readonly TermsLanguage[] = ['ko', 'en'];

/** Returns the text that a page in one language shows: the one of the other language where it has none (GP-12). */
function toShownTerms({ terms, termsEn }: BookingTerms, language: TermsLanguage): ShownTerms {
  const isEnglish = language === 'en' ? termsEn !== '' : terms === '' && termsEn !== '';
  return isEnglish ? { text: termsEn, language: 'en' } : { text: terms, language: 'ko' };
}

/** Names the text of the terms and the refund tiers that a guest sees. It changes with each of them (BK-6). */
export function termsVersionOf(store: BookingTerms, language: TermsLanguage): string {
  const tiers = store.cancellationTiers.map(({ hoursBefore, refundPercent }) => [hoursBefore, refundPercent]);
  return createHash('sha256')
    .update(JSON.stringify([toShownTerms(store, language).text, tiers]))
    .digest('base64url')
    .slice(0, 22);
}

/** Returns the text that a version names. Refuses one that no present text and tiers have, with the present ones (BK-6). */
export function findAcceptedTerms(store: BookingTerms, seenVersion: string): ShownTerms {
  const language = LANGUAGES.find((each) => termsVersionOf(store, each) === seenVersion);
  if (language !== undefined) return toShownTerms(store, language);
  const { terms, termsEn, cancellationTiers } = store;
  throw new Problem('STALE', {
    current: {
      terms,
      termsEn,
      cancellationTiers,
      termsVersion: termsVersionOf(store, 'ko'),
      termsVersionEn: termsVersionOf(store, 'en'),
    },
  });
}
