/** The action of a key in the inbox. `pick`: the candidate at this place, from 0. */
export type InboxKey =
  | { readonly does: 'next' | 'previous' | 'undo' | 'ignore' | 'find' }
  | { readonly does: 'pick'; readonly place: number };

type Pressed = Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'target'>;

const KEYS: Readonly<Record<string, InboxKey>> = {
  KeyJ: { does: 'next' },
  KeyK: { does: 'previous' },
  KeyU: { does: 'undo' },
  KeyI: { does: 'ignore' },
  KeyC: { does: 'find' },
  Digit1: { does: 'pick', place: 0 },
  Digit2: { does: 'pick', place: 1 },
  Digit3: { does: 'pick', place: 2 },
  Numpad1: { does: 'pick', place: 0 },
  Numpad2: { does: 'pick', place: 1 },
  Numpad3: { does: 'pick', place: 2 },
};

/**
 * The action for a key by its place: on a Korean keyboard the same key writes ㅓ. `null` for other keys, in a field and
 * in a dialog.
 */
export function toInboxKey({ code, altKey, ctrlKey, metaKey, target }: Pressed): InboxKey | null {
  if (altKey || ctrlKey || metaKey) return null;
  if (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]',
    ) !== null
  )
    return null;
  return KEYS[code] ?? null;
}
