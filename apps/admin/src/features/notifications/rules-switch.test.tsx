import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { RulesSwitch } from './rules-switch.tsx';

const READ = 'GET /api/v2/{product}/payment/notification-rules';
const SET = 'PATCH /api/v2/{product}/payment/notification-rules';
const named = { name: '처리할 일이 없는 알림은 자동으로 확인' };

it('switches the confirmation of routine notifications off, and shows a refusal (NT-1)', async () => {
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    [READ]: () => ({ confirmsRoutine: true, version: 3 }),
    [SET]: () => refuse('STALE', 409),
  });
  await renderScreen(<RulesSwitch />);
  const control = await screen.findByRole<HTMLInputElement>('switch', named);
  expect(control.checked).toBe(true);
  fireEvent.click(control);
  await waitFor(() => expect(requests.get(SET)?.[0]?.body).toEqual({ confirmsRoutine: false, version: 3 }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(control.checked).toBe(true);
});

it('shows the rule to a franchisee without letting them change it (NT-1)', async () => {
  answerCalls({
    'GET /api/v2/auth/me': () => person('FRANCHISEE'),
    [READ]: () => ({ confirmsRoutine: false, version: 1 }),
  });
  await renderScreen(<RulesSwitch />);
  expect((await screen.findByRole<HTMLInputElement>('switch', named)).disabled).toBe(true);
});
