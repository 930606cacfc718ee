import { act, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call, isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { TOKEN_STORAGE_KEY } from '../../api/session.ts';
import { startI18n } from '../../session/i18n.ts';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { useProblemWords } from './problem-words.ts';

beforeEach(async () => {
  localStorage.setItem('i18nextLng', 'kr');
  sessionStorage.setItem(
    TOKEN_STORAGE_KEY,
    `x.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3600 }))}.x`,
  );
  // Only these texts have loaded, as in the first half second after sign-in.
  await startI18n();
});
afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function Reason({ code }: { readonly code: string }) {
  const problem = useProblemWords();
  return <p data-testid="reason">{problem(code, 'No words')}</p>;
}
const reason = () => screen.getByTestId('reason').textContent;

it('a problem’s text shows nothing, and does not suspend the screen, until the texts have loaded', async () => {
  render(
    <Suspense fallback={<p>hidden</p>}>
      <p>the screen around it</p>
      <Reason code="SLOT_TAKEN" />
    </Suspense>,
  );
  expect(screen.queryByText('hidden')).toBeNull();
  expect(reason()).not.toContain('problem.');
  expect(screen.getByText('the screen around it')).toBeTruthy();
  await vi.waitFor(() => expect(reason()).toBe('이미 예약된 시간이에요.'), { timeout: 20_000 });
});

it('a problem’s text falls back to the given text for a code without words', async () => {
  await act(
    async () =>
      void render(
        <Suspense>
          <Reason code="FOREIGN" />
        </Suspense>,
      ),
  );
  await vi.waitFor(() => expect(reason()).toBe('No words'), { timeout: 20_000 });
});

it('a refused call rejects only after the texts of its problem have loaded', async () => {
  answerCalls({ 'GET /api/v2/auth/me': () => refuse('SLOT_TAKEN', 409) });
  expect(i18next.exists('common:problem.SLOT_TAKEN')).toBe(false);
  const error = await call('GET /api/v2/auth/me').catch((failure: unknown) => failure);
  expect(isProblem(error)).toBe(true);
  expect(problemText(i18next.t, error)).toBe('이미 예약된 시간이에요.');
});
