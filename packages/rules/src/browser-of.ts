/** The first match counts: the user agents of some browsers also contain the names of others. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Whale', 'Whale'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** Browser and system in common words, if they are recognised; `null` if neither is. */
export function browserOf(userAgent: string): string | null {
  const find = (names: readonly (readonly [string, string])[]) => names.find(([sign]) => userAgent.includes(sign))?.[1];
  const found = [find(BROWSERS), find(SYSTEMS)].filter((text) => text !== undefined);
  return found.length === 0 ? null : found.join(' · ');
}
