import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { startI18n } from '../../session/i18n.ts';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { ForgotPasswordPage } from './forgot-password-page.tsx';

const REQUEST = 'POST /api/v2/auth/password-reset/request';

afterEach(cleanup);

async function sendRequest(email: string) {
  localStorage.setItem('i18nextLng', 'kr');
  await startI18n();
  const router = createMemoryRouter([{ path: '/', element: <ForgotPasswordPage /> }]);
  render(
    <Suspense fallback={null}>
      <RouterProvider router={router} />
    </Suspense>,
  );
  fireEvent.change(await screen.findByLabelText('이메일'), { target: { value: email } });
  fireEvent.submit(screen.getByTestId('forgot-form'));
}

it('the page for a forgotten password requests a link, and does not say whether the e-mail has an account', async () => {
  const requests = answerCalls({ [REQUEST]: () => ({}) });
  await sendRequest(' person@test.example ');
  const text = (await screen.findByTestId('forgot-sent')).textContent;
  expect(text).toContain('person@test.example 주소로 된 계정이 있으면');
  expect(requests.get(REQUEST)?.map(({ body }) => body)).toEqual([{ email: 'person@test.example' }]);
  expect(screen.getByRole('link', { name: '로그인으로 돌아가기' }).getAttribute('href')).toBe('/auth/jwt/sign-in');
});

it('the page for a forgotten password keeps the form when there were too many requests', async () => {
  answerCalls({ [REQUEST]: () => refuse('TOO_MANY_ATTEMPTS', 429, { retryAfterSeconds: 60 }) });
  await sendRequest('person@test.example');
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('이메일').value).toBe('person@test.example');
});
