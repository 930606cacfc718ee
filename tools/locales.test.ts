import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTexts, withoutPlural } from './locale-texts.ts';
import { filesBelow } from './sources.ts';

const folder = 'apps/admin/src/locales';
const names = (language: string) =>
  filesBelow(folder, new RegExp(`^${language}\\.json$`)).map((file) => path.posix.basename(path.posix.dirname(file)));

const textsOf = (language: string, name: string) => readTexts(`${folder}/${name}/${language}.json`);
const blanks = (text: string) => [...new Set([...text.matchAll(/\{\{\s*-?\s*(\w+)/g)].map((match) => match[1]))].sort();

describe('the texts of the browser application', () => {
  it('are in the same files in Korean and English', () => {
    expect(names('kr').length).toBeGreaterThan(0);
    expect(names('kr')).toEqual(names('en'));
  });

  it.each(names('kr'))('%s has the same keys, and text in both languages or in none', (file) => {
    const kr = textsOf('kr', file);
    const en = textsOf('en', file);
    expect([...new Set([...kr.keys()].map(withoutPlural))].sort()).toEqual(
      [...new Set([...en.keys()].map(withoutPlural))].sort(),
    );
    expect(
      [...kr]
        .filter(([key, text]) => (text.trim() === '') !== ((en.get(key) ?? text).trim() === ''))
        .map(([key]) => key),
    ).toEqual([]);
  });

  it.each(names('kr'))('%s has the same placeholders in both languages', (file) => {
    const kr = textsOf('kr', file);
    const differing = [...textsOf('en', file)].flatMap(([key, text]) => {
      const other = kr.get(key) ?? kr.get(`${withoutPlural(key)}_other`);
      return other !== undefined && blanks(other).join() !== blanks(text).join() && withoutPlural(key) === key
        ? [key]
        : [];
    });
    expect(differing).toEqual([]);
  });

  it.each(names('kr'))('%s contains no Korean particle in brackets', (file) => {
    const open = [...textsOf('kr', file)].filter(([, text]) =>
      /\((?:으|이)\)|을\(를\)|를\(을\)|이\(가\)|가\(이\)|은\(는\)|는\(은\)|와\(과\)|과\(와\)/.test(text),
    );
    expect(open.map(([key]) => key)).toEqual([]);
  });

  /** Texts of the customer's specification, and messages to guests, which leave the product as formal texts. */
  const FORMAL = new Set(['언어가 변경되었습니다.', '언어 변경에 실패했습니다.']);
  it.each(names('kr'))('%s addresses people in 해요체', (file) => {
    const formal = [...textsOf('kr', file)].filter(
      ([key, text]) => /니다(?=[.\s]|$)/.test(text) && !FORMAL.has(text) && !/(?:codeSheet|access)\.message$/.test(key),
    );
    expect(formal).toEqual([]);
  });

  /** Words that were replaced, because each thing has one word. */
  const REPLACED = {
    kr: /짝 없는|거절된 결제 신호|이루는 룸|기독탄신일|누가 열었는지 모르게|정리 중|정리 시간|사용 불가|사용 안 함|봉쇄|접근 토큰|고객|적어 주세요|휴대전화|입실|퇴실|예약 코드|입금 기한|돌려줄 금액|원장|통신망|그 사이|되었|시험/,
    en: /out of reach|\bheard\b|\bleaf\b|nobody|somebody|whoever|clean-up|it changes here/i,
  } as const;
  it.each(['kr', 'en'] as const)('use the one word for each thing (%s)', (language) => {
    const replaced = names(language).flatMap((file) =>
      [...textsOf(language, file)]
        .filter(([, text]) => REPLACED[language].test(text) && !FORMAL.has(text))
        .map(([key, text]) => `${file} ${key}: ${text}`),
    );
    expect(replaced).toEqual([]);
  });
});
