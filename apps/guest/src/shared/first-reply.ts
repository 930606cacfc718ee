import type { GuestLanguage } from './guest-language.ts';

/** The reply of the first request, as the server wrote it into the document. */
export interface FirstReply<T> {
  readonly status: number;
  /** Of a page: the data. Of a refusal: its problem. */
  readonly body: T;
  /** The language in which the server rendered the data. `null`: it rendered nothing. */
  readonly language: GuestLanguage | null;
}

/** What the script of the document adds to its early request while the code loads. */
export interface EarlyStart {
  /** The code handles taps from now on. */
  isStarted?: boolean;
  /** The last tap before. */
  tapped?: EventTarget | null;
}

/** The reply in the document. `null`: the document has none, so the page requests it. */
export function readFirstReply<T>(): FirstReply<T> | null {
  const element = document.getElementById('first-reply');
  return element === null ? null : (JSON.parse(element.textContent ?? 'null') as FirstReply<T>);
}

/** Removes the words for a code that does not start. */
export function removeLateWords(): void {
  document.getElementById('late')?.remove();
}

/** Repeats the tap on a button of the server that came before the code, which could not handle it. */
export function repeatEarlyTap(early: EarlyStart | undefined): void {
  const target = early?.tapped;
  if (!(target instanceof Element)) return;
  const button = target.closest('button');
  if (button?.isConnected === true) button.click();
}
