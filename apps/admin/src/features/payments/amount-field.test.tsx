import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { AmountField } from './amount-field.tsx';

function Amount() {
  const [digits, setDigits] = useState('');
  return (
    <>
      <AmountField label="받은 금액" value={digits} onType={setDigits} isBad={false} />
      <output data-testid="digits">{digits}</output>
      <button type="button" onClick={() => setDigits('7000')}>
        전액
      </button>
    </>
  );
}

async function open() {
  answerCalls({ 'GET /api/v2/auth/me': () => person('ADMIN') });
  await renderScreen(<Amount />);
  return {
    type: (value: string) => fireEvent.change(screen.getByLabelText('받은 금액'), { target: { value } }),
    digits: () => screen.getByTestId('digits').textContent,
  };
}

it('the amount field reads what a person pastes, and shows the amount that it read', async () => {
  const { type, digits } = await open();
  for (const [typed, read] of [
    ['14000', '14000'],
    ['14,000', '14000'],
    ['1,400.0', '1400'],
    ['14,000.00', '14000'],
    ['₩14,000원', '14000'],
    ['1만4천원', '14000'],
    ['１４，０００', '14000'],
  ] as const) {
    type(typed);
    expect([typed, digits()]).toEqual([typed, read]);
  }
  expect(screen.getByText('₩14,000')).toBeTruthy();
  fireEvent.blur(screen.getByLabelText('받은 금액'));
  expect(screen.getByLabelText('받은 금액')).toHaveProperty('value', '14000');
  fireEvent.click(screen.getByRole('button', { name: '전액' }));
  expect(screen.getByLabelText('받은 금액')).toHaveProperty('value', '7000');
});

it('the amount field refuses with a sentence what is no amount, and reads no other amount from it', async () => {
  const { type, digits } = await open();
  for (const [typed, sentence] of [
    ['-5000', '음수는 입력할 수 없어요.'],
    ['14,000.50', '1원보다 작은 금액은 없어요.'],
    ['14.000', '금액을 알 수 없어요. 14,000처럼 입력해 주세요.'],
    ['$14', '원화 금액만 입력할 수 있어요.'],
    ['1e4', '금액이 아니에요. 숫자로 입력해 주세요.'],
  ] as const) {
    type(typed);
    expect([typed, digits()]).toEqual([typed, '']);
    expect(screen.getByText(sentence)).toBeTruthy();
  }
  // The person continues typing: 14,0 becomes 14,000.
  type('14,0');
  expect(screen.queryByText(/금액을 알 수 없어요/)).toBeNull();
});
