import { afterEach, expect, it } from 'vitest';
import { toInboxKey } from './inbox-keys.ts';

const pressed = (code: string, more: object = {}) =>
  toInboxKey({ code, altKey: false, ctrlKey: false, metaKey: false, target: document.body, ...more });
afterEach(() => document.body.replaceChildren());

it('the deposit inbox maps j, k, u, i, c and the first three digits by their place on the keyboard, in every layout', () => {
  expect(['KeyJ', 'KeyK', 'KeyU', 'KeyI', 'KeyC'].map((code) => pressed(code)?.does)).toEqual([
    'next',
    'previous',
    'undo',
    'ignore',
    'find',
  ]);
  expect(['Digit1', 'Digit3', 'Numpad2'].map((code) => pressed(code))).toEqual(
    [0, 2, 1].map((place) => ({ does: 'pick', place })),
  );
  expect(['Digit4', 'Enter', 'KeyA', ''].map((code) => pressed(code))).toEqual([null, null, null, null]);
});

it('the deposit inbox ignores shortcuts of the browser and keys in fields and dialogs', () => {
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) expect(pressed('KeyU', more)).toBeNull();
  document.body.innerHTML =
    '<input><textarea></textarea><div role="dialog"><button></button></div><button id="free"></button>';
  for (const element of document.querySelectorAll('input, textarea, [role="dialog"] button'))
    expect(pressed('KeyJ', { target: element })).toBeNull();
  expect(pressed('KeyJ', { target: document.querySelector('#free') })).toEqual({ does: 'next' });
});
