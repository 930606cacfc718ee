import Skeleton from '@mui/material/Skeleton';
import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PartsInOrder, PendingPart } from './parts-in-order.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const screenOf = (above: ReactNode) => (
  <PartsInOrder>
    <button type="button">Open</button>
    {above}
    <button type="button">Add</button>
  </PartsInOrder>
);
const find = (name: string) => screen.queryByRole('button', { name });

describe('parts in order', () => {
  it.each([
    ['a skeleton', <Skeleton key="part" />],
    [
      'a part that contains a skeleton',
      <div key="part">
        <Skeleton />
      </div>,
    ],
    ['a part without a height', <PendingPart key="part" />],
  ])('hide what is below %s until it has loaded, and nothing above it', (_name, pending) => {
    const { rerender } = render(screenOf(pending));
    expect(find('Open')).not.toBeNull();
    expect(find('Add')).toBeNull();
    rerender(screenOf(<p key="part">Loaded</p>));
    expect(find('Add')).not.toBeNull();
  });

  it('are all visible after three seconds, also if one still loads', () => {
    render(screenOf(<PendingPart />));
    act(() => void vi.advanceTimersByTime(2_999));
    expect(find('Add')).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(find('Add')).not.toBeNull();
  });
});
