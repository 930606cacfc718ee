import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useTypedSearch } from './typed-search.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function field() {
  const onSearch = vi.fn<(q: string) => void>();
  const { result, rerender } = renderHook(({ value }) => useTypedSearch(value, onSearch), {
    initialProps: { value: '' },
  });
  return {
    onSearch,
    text: () => result.current.text,
    type: (text: string) => act(() => result.current.type(text)),
    enter: () => act(() => result.current.searchNow()),
    pause: () => act(() => void vi.advanceTimersByTime(300)),
    /** The search text in the address. */
    set: (value: string) => rerender({ value }),
  };
}

it('a search field searches after a pause in typing, without surrounding spaces, and at once by Enter', () => {
  const box = field();
  box.type('김');
  box.type('김민 ');
  expect(box.onSearch).not.toHaveBeenCalled();
  box.pause();
  expect(box.onSearch.mock.calls).toEqual([['김민']]);
  box.type('김민준');
  box.enter();
  box.pause();
  expect(box.onSearch.mock.calls).toEqual([['김민'], ['김민준']]);
});

it('a search field keeps the typed text while its search comes back, and a space in the middle', () => {
  const box = field();
  box.type('K7QX ');
  box.pause();
  box.type('K7QX 29');
  box.set('K7QX');
  expect(box.text()).toBe('K7QX 29');
  box.pause();
  expect(box.onSearch).toHaveBeenLastCalledWith('K7QX 29');
});

it('a search field is replaced by another link, back and "clear", and does not restore the old text afterwards', () => {
  const box = field();
  box.type('김민준');
  box.pause();
  box.set('김민준');
  box.set('');
  expect(box.text()).toBe('');
  box.pause();
  expect(box.onSearch).toHaveBeenCalledTimes(1);
  box.set('김민준');
  expect(box.text()).toBe('김민준');
  box.set('');
  box.pause();
  expect([box.text(), box.onSearch.mock.calls.length]).toEqual(['', 1]);
});
