// @sweep 1/8 (decision 086)
import type { OwnSecondFactor } from '@munjigi/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../../testing/answers.ts';
import { person, renderScreen } from '../../../testing/render-screen.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

const STATE = 'GET /api/v2/auth/account/second-factor';
const BEGIN = 'PATCH /api/v2/auth/account/second-factor/begin';
const CONFIRM = 'PATCH /api/v2/auth/account/second-factor/confirm';
const REMOVE = 'PATCH /api/v2/auth/account/second-factor/remove';
const off: OwnSecondFactor = { isOn: false, confirmedAt: null, recoveryCodesLeft: 0, isRequired: false };
const on: OwnSecondFactor = {
  isOn: true,
  confirmedAt: '2026-11-20T05:00:00.000Z',
  recoveryCodesLeft: 3,
  isRequired: true,
};
const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const codes = Array.from({ length: 10 }, (_, number) => `aaaa${number}-bbbbb`);
const me = { 'GET /api/v2/auth/me': () => person('ADMIN') } as const;
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('the card of the second factor sets it up with the password and a first code, and keeps the recovery codes open on Escape (AU-5)', async () => {
  let tries = 0;
  const requests = answerCalls({
    ...me,
    [STATE]: () => off,
    [BEGIN]: () => ({ secret: SECRET, uri: `otpauth://totp/Munjigi:kim?secret=${SECRET}` }),
    [CONFIRM]: () =>
      (tries += 1) === 1
        ? refuse('INVALID_INPUT', 400, { errors: [{ path: 'code', code: 'CODE_WRONG', message: '' }] })
        : { recoveryCodes: codes },
  });
  await renderScreen(<SecondFactorCard email="kim@test.example" />);
  fireEvent.click(await screen.findByRole('button', { name: '2단계 인증 설정' }));
  await screen.findByLabelText(/비밀번호/);
  press('다음');
  expect(requests.has(BEGIN)).toBe(false);
  type(/비밀번호/, 'the password');
  press('다음');
  await screen.findByRole('img', { name: '인증 앱으로 찍을 QR 코드' });
  expect(screen.getByLabelText<HTMLInputElement>('설정 키').value.replaceAll(' ', '')).toBe(SECRET);
  type(/인증 코드/, '12345');
  press('확인하고 켜기');
  expect(requests.has(CONFIRM)).toBe(false);
  type(/인증 코드/, '123 456');
  press('확인하고 켜기');
  await screen.findByText(/코드가 맞지 않거나/);
  press('확인하고 켜기');
  const list = await screen.findByTestId('recovery-codes');
  expect(list.querySelectorAll('li')).toHaveLength(10);
  expect(requests.get(CONFIRM)?.map(({ body }) => body)).toEqual([{ code: '123456' }, { code: '123456' }]);
  for (const call of [...(requests.get(BEGIN) ?? []), ...(requests.get(CONFIRM) ?? [])])
    expect(call.headers.get('idempotency-key')).toBeNull();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(screen.getByTestId('recovery-codes')).toBeTruthy();
  press('보관했어요');
  await waitFor(() => expect(screen.queryByTestId('recovery-codes')).toBeNull());
});

it('the card of the second factor removes it with password and code, and warns a person whose role requires it', async () => {
  const requests = answerCalls({
    ...me,
    [STATE]: () => on,
    [REMOVE]: () =>
      refuse('INVALID_INPUT', 400, { errors: [{ path: 'password', code: 'PASSWORD_WRONG', message: '' }] }),
  });
  await renderScreen(<SecondFactorCard email="kim@test.example" />);
  expect(await screen.findByText('남은 복구 코드 3개')).toBeTruthy();
  press('2단계 인증 끄기');
  expect(await screen.findByText(/끄면 바로 다시 설정해야 해요/)).toBeTruthy();
  type(/비밀번호/, 'wrong');
  type(/인증 코드 또는 복구 코드/, ' aaaa1-bbbbb ');
  press('끄기');
  expect(await screen.findByText('비밀번호가 맞지 않아요.')).toBeTruthy();
  expect(requests.get(REMOVE)?.[0]?.body).toEqual({ password: 'wrong', code: 'aaaa1-bbbbb' });
});
