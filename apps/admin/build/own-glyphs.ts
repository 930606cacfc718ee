import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const admin = path.join(import.meta.dirname, '..');
const texts = path.join(admin, 'src/locales');
/** The texts of the audit log, which files of the server contain as well. */
const auditWords = path.join(admin, '../../packages/texts/src/audit.ts');
/** The namespaces whose texts appear on a first screen; the characters of all other texts come from a second file. */
const FIRST_TEXTS = ['common', 'navbar', 'auth', 'overview', 'notifications'];

/**
 * Common characters of names that appear on the first screen: the most common family names, cities, the words for
 * branch, room and number, and common room names.
 */
const NAMES =
  '김이박최정강조윤장임한오서신권황안송류전홍유고문양손배백허남심노하 서울 부산 대구 인천 광주 대전 강남 홍대 서면 점 번 룸 방 호실 한강 남산 북악 인왕 관악 도봉 수락 불암 청계 아차 용마 우면';

/** The characters of Latin texts and figures that every screen uses; the component library writes zero-width spaces. */
export const BASIC_LATIN: readonly string[] = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCodePoint(0x20 + at)),
  ...Array.from('\u00A0«»·×\u200B–—‘’“”…↑↓−'),
];

/**
 * The Korean characters of the application's texts: those of names, which English pages show as well, those of the
 * first screens, and all others. Each character is in one of the three sets.
 */
export function hangulOfScreens(): { names: readonly string[]; first: readonly string[]; further: readonly string[] } {
  const names = hangulOf([
    NAMES,
    ...['index.html', 'src/ui/logo.tsx', 'src/session/i18n.ts'].map((file) =>
      readFileSync(path.join(admin, file), 'utf8'),
    ),
  ]);
  const first = without(hangulOf(FIRST_TEXTS.map((name) => withoutOtherScreens(readText(name)))), names);
  const further = without(
    hangulOf([...readdirSync(texts).map((name) => readText(name)), ...sources(), readFileSync(auditWords, 'utf8')]),
    [...names, ...first],
  );
  return { names, first, further };
}

function without(characters: readonly string[], excluded: readonly string[]): readonly string[] {
  const remaining = new Set(characters);
  for (const text of excluded) remaining.delete(text);
  return [...remaining];
}

/** `U+AC00-AC02,U+AC04`: the characters as a `unicode-range`. */
export function rangeOf(characters: readonly string[]): string {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const runs: [from: number, to: number][] = [];
  for (const code of codes) {
    const last = runs.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else runs.push([code, code]);
  }
  return runs.map(([from, to]) => `U+${hex(from)}${from === to ? '' : `-${hex(to)}`}`).join(',');
}

function hangulOf(contents: readonly string[]): string[] {
  return [...new Set(contents.join('').match(/[\p{Script=Hangul}\u3000-\u303F\uFF00-\uFFEF]/gu))].sort();
}

/**
 * Failures and the screens that are not found or not allowed are no part of a first screen, so their characters come
 * with the second file.
 */
function withoutOtherScreens(json: string): string {
  const {
    problem: _problem,
    notFound: _notFound,
    noPermission: _noPermission,
    ...shown
  } = JSON.parse(json) as Record<string, unknown>;
  return JSON.stringify(shown);
}

function readText(name: string): string {
  return readFileSync(path.join(texts, name, 'kr.json'), 'utf8');
}

function sources(): string[] {
  return readdirSync(path.join(admin, 'src'), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /(?<!\.test)\.tsx?$/.test(file.name) && !file.parentPath.includes('testing'))
    .map((file) => readFileSync(path.join(file.parentPath, file.name), 'utf8'));
}

function hex(code: number): string {
  return code.toString(16).toUpperCase();
}
