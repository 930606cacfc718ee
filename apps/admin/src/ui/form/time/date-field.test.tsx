// @sweep 1/8 (decision 086)
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startI18n } from '../../../session/i18n.ts';
import { DateField, type DateFieldProps } from './date-field.tsx';

let changes: string[] = [];

/** A form with one date. */
function Form({ value: first, ...field }: Partial<DateFieldProps>) {
  const [value, setValue] = useState(first ?? '');
  return (
    <DateField
      label="날짜"
      {...field}
      value={value}
      onChange={(day) => {
        changes.push(day);
        setValue(day);
      }}
    />
  );
}

async function open(field: Partial<DateFieldProps> = {}, language: 'kr' | 'en' = 'kr'): Promise<HTMLInputElement> {
  await i18next.changeLanguage(language);
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Form {...field} /> }])} />);
  return await screen.findByLabelText<HTMLInputElement>(/^날짜/);
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

describe('a date field', () => {
  it('shows and accepts the format of the language', async () => {
    const field = await open({ value: '2026-11-23' });
    expect([field.type, field.value, field.placeholder]).toEqual(['text', '2026-11-23', 'YYYY-MM-DD']);
    type(field, '20261124');
    expect([field.value, changes]).toEqual(['2026-11-24', ['2026-11-24']]);
  });

  it('keeps the typed text until its earlier value has reached the address', async () => {
    await i18next.changeLanguage('en');
    let follow = (_day: string): void => undefined;
    function LateForm() {
      const [value, setValue] = useState('2026-11-02');
      useEffect(() => {
        follow = setValue;
      }, []);
      return <DateField label="날짜" value={value} onChange={(day) => changes.push(day)} />;
    }
    render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <LateForm /> }])} />);
    const field = await screen.findByLabelText<HTMLInputElement>(/^날짜/);
    type(field, '');
    type(field, '11');
    act(() => follow(''));
    expect(field.value).toBe('11');
    type(field, '11/04/2026');
    type(field, '');
    type(field, '11/05/2026');
    act(() => follow('2026-11-04'));
    expect(field.value).toBe('11/05/2026');
    act(() => follow('2026-11-05'));
    expect([field.value, changes]).toEqual(['11/05/2026', ['', '2026-11-04', '', '2026-11-05']]);
    // A value from elsewhere replaces the typed text.
    act(() => follow('2026-12-24'));
    expect(field.value).toBe('12/24/2026');
  });

  it('shows month, day and year in English, and accepts an ISO date too', async () => {
    const field = await open({ value: '2026-11-23' }, 'en');
    expect([field.value, field.placeholder]).toEqual(['11/23/2026', 'MM/DD/YYYY']);
    type(field, '12/01/2026');
    type(field, '2026-12-02');
    expect([field.value, changes]).toEqual(['12/02/2026', ['2026-12-01', '2026-12-02']]);
  });

  it('waits for further digits of a short day until it is left or Enter is pressed', async () => {
    const field = await open();
    type(field, '2026-1-2');
    expect(changes).toEqual([]);
    fireEvent.blur(field);
    expect([field.value, changes]).toEqual(['2026-01-02', ['2026-01-02']]);
    type(field, '2026-1-3');
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(field.value).toBe('2026-01-03');
  });

  it('moves by a day and by a month with the keyboard, and stops at the limits', async () => {
    const field = await open({ value: '2026-11-29', max: '2026-12-30' });
    for (const key of ['ArrowUp', 'ArrowDown', 'PageUp', 'PageUp', 'PageDown']) fireEvent.keyDown(field, { key });
    expect(changes).toEqual(['2026-11-30', '2026-11-29', '2026-12-29', '2026-12-30', '2026-11-30']);
  });

  it('starts at today when it is empty', async () => {
    const field = await open({ min: '2099-01-01' });
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    expect(changes).toEqual(['2099-01-01']);
  });

  it('refuses a day that does not exist, and has no value while it is shown', async () => {
    const field = await open({ value: '2026-11-23' });
    type(field, '2026-11-31');
    expect([field.value, changes, field.getAttribute('aria-invalid')]).toEqual(['2026-11-31', [''], 'true']);
    expect(screen.getByText('없는 날짜예요.').id).toBe(field.getAttribute('aria-describedby'));
    type(field, '2026-11-30');
    expect([changes.at(-1), field.getAttribute('aria-invalid')]).toEqual(['2026-11-30', 'false']);
  });

  it.each(['1899-12-31', '2100-01-01'])('refuses %s', async (day) => {
    const field = await open();
    type(field, day);
    expect(changes).toEqual([]);
    expect(screen.getByText('1900-01-01부터 2099-12-31까지의 날짜를 입력해 주세요.')).toBeTruthy();
  });

  it('accepts the first and the last day of its range', async () => {
    const field = await open();
    type(field, '1900-01-01');
    type(field, '2099-12-31');
    expect(changes).toEqual(['1900-01-01', '2099-12-31']);
  });

  it('names its own limits in the format of the language', async () => {
    const field = await open({ min: '2026-01-01', max: '2026-12-31' }, 'en');
    type(field, '01/01/2027');
    expect(screen.getByText('Enter a date from 01/01/2026 to 12/31/2026.')).toBeTruthy();
  });

  it('reports an unreadable text when it is left', async () => {
    const field = await open();
    type(field, '내일');
    expect(field.getAttribute('aria-invalid')).toBe('false');
    fireEvent.blur(field);
    expect(screen.getByText('YYYY-MM-DD 형식으로 입력해 주세요.')).toBeTruthy();
  });

  it('can be cleared', async () => {
    const field = await open({ value: '2026-11-23' });
    type(field, '');
    expect([field.value, changes]).toEqual(['', ['']]);
  });

  it('returns to its day when it is not clearable', async () => {
    const field = await open({ value: '2026-11-23', isClearable: false });
    type(field, '');
    fireEvent.blur(field);
    type(field, '2026-02-30');
    expect(screen.getByText('없는 날짜예요.')).toBeTruthy();
    fireEvent.blur(field);
    expect([field.value, changes, screen.queryByText('없는 날짜예요.')]).toEqual(['2026-11-23', [], null]);
  });

  it('shows the error of the form, the hint, and that it is required or disabled', async () => {
    const field = await open({ error: '꼭 입력해 주세요.', hint: '힌트', isRequired: true, isDisabled: true });
    expect([field.required, field.disabled]).toEqual([true, true]);
    expect(screen.getByText('꼭 입력해 주세요.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '달력 열기' })).toBeNull();
  });
});

describe('the calendar of a date field', () => {
  async function openCalendar(field: Partial<DateFieldProps>, language: 'kr' | 'en' = 'kr') {
    const input = await open(field, language);
    fireEvent.click(screen.getByRole('button', { name: language === 'kr' ? '달력 열기' : 'Open calendar' }));
    return {
      input,
      calendar: within(await screen.findByRole('dialog', { name: language === 'kr' ? '날짜 달력' : 'Calendar: 날짜' })),
    };
  }

  it('shows the month of the day in Korean, and picks another', async () => {
    const { input, calendar } = await openCalendar({ value: '2026-11-23' });
    expect(calendar.getByRole('combobox', { name: '연도 선택' })).toHaveProperty('value', '2026');
    expect(
      calendar
        .getByRole('button', { name: /2026\. 11\. 23\. 월요일/ })
        .closest('td')
        ?.getAttribute('aria-selected'),
    ).toBe('true');
    fireEvent.click(calendar.getByRole('button', { name: /2026\. 11\. 5\./ }));
    expect([input.value, changes]).toEqual(['2026-11-05', ['2026-11-05']]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('offers every year from 1900 to 2099 and speaks English on an English screen', async () => {
    const { calendar } = await openCalendar({ value: '2026-11-23' }, 'en');
    const years = [...calendar.getByRole('combobox', { name: 'Choose the Year' }).querySelectorAll('option')].map(
      (option) => option.value,
    );
    expect([years.length, years[0], years.at(-1)]).toEqual([200, '1900', '2099']);
    fireEvent.change(calendar.getByRole('combobox', { name: 'Choose the Month' }), { target: { value: '1' } });
    expect(calendar.getByRole('grid', { name: 'February 2026' })).toBeTruthy();
  });

  it('disables the days outside of its limits, and today among them', async () => {
    const { calendar } = await openCalendar({ value: '2098-05-10', min: '2098-05-05', max: '2098-05-20' });
    const isDisabled = (day: number) =>
      calendar.getByRole<HTMLButtonElement>('button', { name: new RegExp(`5\\. ${String(day)}\\.`) }).disabled;
    expect([4, 5, 20, 21].map(isDisabled)).toEqual([true, false, false, true]);
    expect(calendar.getByRole<HTMLButtonElement>('button', { name: '오늘' }).disabled).toBe(true);
  });

  it('picks today, clears, and closes', async () => {
    const { input, calendar } = await openCalendar({});
    fireEvent.click(calendar.getByRole('button', { name: '오늘' }));
    expect(changes).toEqual([new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(new Date())]);
    fireEvent.click(screen.getByRole('button', { name: '달력 열기' }));
    fireEvent.click(await screen.findByRole('button', { name: '지우기' }));
    expect(input.value).toBe('');
    fireEvent.click(screen.getByRole('button', { name: '달력 열기' }));
    fireEvent.keyDown(await screen.findByRole('button', { name: '닫기' }), { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('offers no clear button for a day that is not clearable', async () => {
    const { calendar } = await openCalendar({ value: '2026-11-23', isClearable: false });
    expect(calendar.queryByRole('button', { name: '지우기' })).toBeNull();
  });
});
