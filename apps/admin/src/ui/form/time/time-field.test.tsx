import { fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startI18n } from '../../../session/i18n.ts';
import { TimeField, type TimeFieldProps } from './time-field.tsx';

let changes: string[] = [];

function Form({ value: first, ...field }: Partial<TimeFieldProps>) {
  const [value, setValue] = useState(first ?? '');
  return (
    <TimeField
      label="시각"
      {...field}
      value={value}
      onChange={(time) => {
        changes.push(time);
        setValue(time);
      }}
    />
  );
}

async function open(field: Partial<TimeFieldProps> = {}): Promise<HTMLInputElement> {
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Form {...field} /> }])} />);
  return await screen.findByLabelText<HTMLInputElement>(/^시각/);
}
const type = (field: HTMLInputElement, text: string) => fireEvent.change(field, { target: { value: text } });

beforeEach(async () => {
  changes = [];
  localStorage.setItem('i18nextLng', 'kr');
  await startI18n(['form']);
});
afterEach(async () => {
  await i18next.changeLanguage('kr');
});

it('a time field accepts a time with and without a colon, and shows it as HH:mm when it is left', async () => {
  const field = await open();
  expect([field.inputMode, field.placeholder]).toEqual(['numeric', 'HH:mm']);
  type(field, '930');
  expect(changes).toEqual([]);
  fireEvent.blur(field);
  type(field, '0600');
  fireEvent.blur(field);
  expect([field.value, changes]).toEqual(['06:00', ['09:30', '06:00']]);
});

it('a time field moves by its step and by the hour with the keys, and stays within its limits', async () => {
  const field = await open({ value: '09:10', stepMinutes: 30, max: '10:45' });
  for (const [key, time] of [
    ['ArrowUp', '09:30'],
    ['ArrowDown', '09:00'],
    ['PageUp', '10:00'],
    ['PageUp', '10:45'],
  ] as const) {
    fireEvent.keyDown(field, { key });
    expect(field.value).toBe(time);
  }
});

it('a time field refuses an invalid time or one outside of its limits, with an error and no value', async () => {
  const field = await open({ value: '09:00', min: '06:00' });
  type(field, '24:00');
  expect([
    screen.getByText('없는 시각이에요.').textContent,
    field.getAttribute('aria-invalid'),
    changes.at(-1),
  ]).toEqual(['없는 시각이에요.', 'true', '']);
  type(field, '05:59');
  expect(screen.getByText('06:00부터 23:59까지의 시각을 입력해 주세요.')).toBeTruthy();
  type(field, '06:00');
  expect([field.getAttribute('aria-invalid'), changes.at(-1)]).toEqual(['false', '06:00']);
});
