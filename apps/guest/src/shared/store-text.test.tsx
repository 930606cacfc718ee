import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { chooseStoreText, isWritten, StoreAddress, StoreText } from './store-text.tsx';

afterEach(cleanup);

describe('chooseStoreText (GP-12)', () => {
  it.each([
    ['both', { ko: '금연', en: 'No smoking' }, ['금연', 'ko', false], ['No smoking', 'en', false]],
    ['Korean only', { ko: '금연', en: '' }, ['금연', 'ko', false], ['금연', 'ko', true]],
    ['English only', { ko: '', en: 'No smoking' }, ['No smoking', 'en', true], ['No smoking', 'en', false]],
    ['English in the Korean field', { ko: 'B1', en: '' }, ['B1', 'en', false], ['B1', 'en', false]],
    ['a page that was kept before', { ko: '금연' }, ['금연', 'ko', false], ['금연', 'ko', true]],
  ] as const)('chooses of %s', (_name, written, korean, english) => {
    const choose = (language: 'kr' | 'en') => {
      const chosen = chooseStoreText(written, language);
      return chosen && [chosen.words, chosen.lang, chosen.isFallback];
    };
    expect([choose('kr'), choose('en')]).toEqual([korean, english]);
  });

  it('chooses nothing where the store wrote nothing', () => {
    expect([chooseStoreText({ ko: '', en: '' }, 'en'), isWritten('', ''), isWritten('', 'x')]).toEqual([
      null,
      false,
      true,
    ]);
  });
});

describe('StoreText (GP-12)', () => {
  it('marks a text in the other language, and names its language for screen readers', () => {
    render(<StoreText language="en" mark="In Korean:" ko="지하 1층" en="" />);
    expect(screen.getByText('In Korean:')).toBeTruthy();
    expect(screen.getByText('지하 1층').lang).toBe('ko');
  });

  it('marks nothing in the language of the page', () => {
    render(<StoreText language="en" mark="In Korean:" ko="지하 1층" en="Level B1" />);
    expect(screen.queryByText('In Korean:')).toBeNull();
    expect(screen.getByText('Level B1').lang).toBe('en');
  });

  it('shows the Korean address below the English one, and once where both are one', () => {
    const { unmount } = render(
      <StoreAddress language="en" className="address" address="서울 강남구 1" addressEn="1 Gangnam-gu, Seoul" />,
    );
    expect([...document.querySelectorAll('p')].map(({ lang }) => lang)).toEqual(['en', 'ko']);
    unmount();
    render(<StoreAddress language="kr" className="address" address="서울 강남구 1" addressEn="1 Gangnam-gu, Seoul" />);
    expect(document.querySelectorAll('p')).toHaveLength(1);
  });
});
