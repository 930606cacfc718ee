import type { FinishedAgeCheck, StartedAgeCheck } from '@munjigi/contract';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GuestProblem } from '../guest-api.ts';
import { AgeCheckPart } from './age-check-part.tsx';
import { identityAddress, readIdentityOrder } from './identity-window.ts';

const STARTED: StartedAgeCheck = {
  checkId: 'check-1',
  storeId: 'store',
  verificationId: 'munjigi-age-check-1',
  channelKey: 'channel key',
  merchantId: 'store-1',
  checkUrl: null,
  expiresAt: '2026-11-30T03:30:00.000Z',
};

describe('identityAddress', () => {
  it('leads to the document of PortOne with its public parameters, or to the page of a virtual provider', () => {
    const address = identityAddress(STARTED);
    expect(address.startsWith('/g-pay/identity#')).toBe(true);
    expect(readIdentityOrder(address.slice(address.indexOf('#')))).toEqual({
      storeId: 'store-1',
      channelKey: 'channel key',
      identityVerificationId: 'munjigi-age-check-1',
    });
    expect(identityAddress({ ...STARTED, checkUrl: 'http://127.0.0.1:1/identity' })).toBe(
      'http://127.0.0.1:1/identity?verificationId=munjigi-age-check-1',
    );
  });

  it.each(['', '#', '#x', '#%7B%7D', '#null', '#%'])('reads no order from %s', (hash) =>
    expect(readIdentityOrder(hash)).toBeNull(),
  );
});

describe('AgeCheckPart (AG-5, AG-8, AG-9)', () => {
  const opened = { location: { href: '' }, close: vi.fn() };
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('open', () => opened);
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    opened.close.mockReset();
  });

  function show({
    start = () => Promise.resolve(STARTED),
    outcomes = [] as (FinishedAgeCheck['outcome'] | GuestProblem)[],
    canCheckIdentity = true,
  } = {}) {
    const [onPassed, onAskForDocument] = [vi.fn(), vi.fn()];
    const finish = () => {
      const outcome = outcomes.shift() ?? 'WAITING';
      if (outcome instanceof GuestProblem) return Promise.reject(outcome);
      return Promise.resolve({ checkId: 'check-1', storeId: 'store', outcome });
    };
    const props = {
      basis: 'YOUTH_ACT',
      Heading: 'h3',
      language: 'kr',
      isAsked: false,
      storePhone: '02-1234-5678',
    } as const;
    render(
      <AgeCheckPart {...props} {...{ canCheckIdentity, onPassed, onAskForDocument }} requests={{ start, finish }} />,
    );
    return { onPassed, onAskForDocument };
  }
  const begin = async () => {
    fireEvent.click(screen.getByRole('button', { name: '본인확인 하기' }));
    await act(() => vi.advanceTimersByTimeAsync(0));
  };
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it('opens the window and continues once the check has passed, also after a lost answer', async () => {
    const { onPassed } = show({
      outcomes: ['WAITING', new GuestProblem('NO_CONNECTION'), 'FAILED', 'PASSED', 'PASSED'],
    });
    await begin();
    expect(opened.location.href).toContain('/g-pay/identity#');
    await wait(9000);
    expect(screen.getByTestId('age-fault').textContent).toContain('마치지 못했어요');
    expect(onPassed).not.toHaveBeenCalled();
    await wait(9000);
    expect(onPassed).toHaveBeenCalledTimes(1);
    expect(screen.queryByTestId('age-fault')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows a refused guest the phone of the store, and nothing about age', async () => {
    const { onPassed } = show({ outcomes: ['REFUSED'] });
    await begin();
    await wait(3000);
    expect(screen.getByTestId('age-fault').textContent).not.toMatch(/나이|미성년|세 /);
    expect(screen.getByRole('link', { name: /매장에 전화하기/ }).getAttribute('href')).toBe('tel:0212345678');
    expect(screen.queryByRole('button')).toBeNull();
    expect(onPassed).not.toHaveBeenCalled();
  });

  it.each([
    [new GuestProblem('TOO_MANY_ATTEMPTS', 429), '오늘은 더 확인할 수 없어요'],
    [new GuestProblem('PROVIDER_NOT_SET', 409), '신분증으로 확인해 주세요'],
    [new GuestProblem('NO_CONNECTION'), '연결이 끊겼어요'],
  ])('closes the window when the check does not begin (%s)', async (problem, words) => {
    show({ start: () => Promise.reject(problem) });
    await begin();
    expect(screen.getByTestId('age-fault').textContent).toContain(words);
    expect(opened.close).toHaveBeenCalled();
  });

  it('ends a check whose time is over', async () => {
    show({ outcomes: [new GuestProblem('STATE_NOT_ALLOWED', 409)] });
    await begin();
    await wait(3000);
    expect(screen.getByTestId('age-fault').textContent).toContain('확인 시간이 지났어요');
    expect(screen.getByRole('button', { name: '본인확인 하기' })).toBeTruthy();
  });

  it('offers a guest without a Korean phone a document only', () => {
    const { onAskForDocument } = show({ canCheckIdentity: false });
    expect(screen.queryByRole('button', { name: '본인확인 하기' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '신분증으로 확인하기' }));
    expect(onAskForDocument).toHaveBeenCalled();
  });
});
