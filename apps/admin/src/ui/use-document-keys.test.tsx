import { startTransition, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDocumentKeys } from './use-document-keys.ts';

function Presses({ onPress }: { readonly onPress: (count: number) => void }) {
  const [count, setCount] = useState(0);
  useDocumentKeys(() => {
    onPress(count);
    startTransition(() => setCount(count + 1));
  });
  return <output>{count}</output>;
}

/** Presses a key in the moment that `text` appears: after the commit, before any passive effect has run. */
function pressWhenShown(text: string): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('output')?.textContent !== text) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }));
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

describe('keys of the document', () => {
  // Effects run as they do in a browser, not at the end of an `act`.
  beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false));
  afterEach(() => vi.unstubAllGlobals());

  it('arrive from the first paint on, with the state that is shown, and not after the end', async () => {
    const presses: number[] = [];
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const first = pressWhenShown('0');
    startTransition(() => root.render(<Presses onPress={(count) => void presses.push(count)} />));
    await first;
    await pressWhenShown('1');
    await pressWhenShown('2');
    expect(presses).toEqual([0, 1, 2]);
    root.unmount();
    place.remove();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }));
    expect(presses).toEqual([0, 1, 2]);
  });
});
