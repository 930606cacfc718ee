import { describe, expect, it } from 'vitest';
import { chooseParticles } from './particles.ts';

type Texts = { readonly [key: string]: string | readonly string[] | Texts };

const files = import.meta.glob<Texts>('../locales/*/kr.json', { eager: true, import: 'default' });

function flat(texts: Texts, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flat(value as Texts, `${prefix}${key}.`),
  );
}

const korean = Object.entries(files).flatMap(([file, texts]) =>
  flat(texts, `${file.replace(/.*\/(.*)\/kr\.json$/, '$1')}:`),
);
const marked = korean.filter(([, text]) => text.includes('|'));

/** Names, with whether the form behind a consonant follows them, and how 으로 does. */
const NAMES = [
  ['강남 카페', 'open', '로'],
  ['2번 룸', 'closed', '으로'],
  ['한강 홀', 'closed', '로'],
  ['룸 1', 'closed', '로'],
  ['룸 2', 'open', '로'],
  ['룸 3', 'closed', '으로'],
  ['룸 10', 'closed', '으로'],
  ['VIP', 'open', '로'],
  ['Hall', 'closed', '로'],
  ['Room', 'closed', '으로'],
  ['Lounge', 'open', '로'],
  ['스터디룸 (2층, 카페)', 'closed', '으로'],
  ['카페 [신관]', 'open', '로'],
  ['‘카페’', 'open', '로'],
  ['‘2번 룸’', 'closed', '으로'],
  ['₩35,000', 'closed', '으로'],
] as const;

describe('chooseParticles', () => {
  it.each(NAMES)('follows %s with the form %s', (name, form, towards) => {
    const [object, subject, topic, and] = form === 'closed' ? ['을', '이', '은', '과'] : ['를', '가', '는', '와'];
    expect(chooseParticles(`${name}[을|를] 보관`)).toBe(`${name}${object} 보관`);
    expect(chooseParticles(`${name}[이|가] ${name}[은|는]`)).toBe(`${name}${subject} ${name}${topic}`);
    expect(chooseParticles(`${name}[과|와]`)).toBe(`${name}${and}`);
    expect(chooseParticles(`${name}[으로|로] 옮겨요`)).toBe(`${name}${towards} 옮겨요`);
  });

  it('leaves other brackets and bars as they are', () => {
    expect(chooseParticles('[강남점] 카드 | 현금 [확인]')).toBe('[강남점] 카드 | 현금 [확인]');
  });
});

describe('the Korean texts of the dashboard', () => {
  it('choose each particle behind a name', () => {
    expect(marked.length).toBeGreaterThan(0);
    for (const [key, text] of marked)
      for (const [name, form, towards] of NAMES) {
        const shown = chooseParticles(text.replaceAll(/\{\{\w+\}\}/g, name));
        const pair = /\[([가-힣]+)\|([가-힣]+)\]/.exec(text);
        const particle = pair?.[1] === '으로' ? towards : pair?.[form === 'closed' ? 1 : 2];
        expect(shown, key).toContain(`${name}${particle ?? ''}`);
        expect(shown, key).not.toMatch(/[가-힣]\|[가-힣]/);
      }
  });

  it('write both forms of a particle behind a blank, except behind amounts and weekdays, which end in the same sound', () => {
    const fixed = korean.filter(([, text]) =>
      [...text.matchAll(/\{\{(\w+)\}\}’?(?:을|를|이|가|은|는|과|와|으로|로|이에요|예요)(?![가-힣])/g)].some(
        ([, blank = '']) => !['amount', 'day'].includes(blank),
      ),
    );
    expect(fixed).toEqual([]);
  });
});
