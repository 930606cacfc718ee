import { useEffect, useState } from 'react';

const TYPING_MS = 250;

export interface TypedSearch {
  readonly text: string;
  readonly type: (text: string) => void;
  /** At once, as Enter wants it. */
  readonly searchNow: () => void;
}

/**
 * What is typed into a field whose search lives elsewhere, mostly in the address: searched for when one stops typing for a moment.
 * What this field asked for comes back to it while one types on, and changes nothing; anything else (another link, "clear", the way
 * back) takes the place of what was typed, for good.
 */
export function useTypedSearch(value: string, onSearch: (q: string) => void): TypedSearch {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (value !== asked) {
      setText(value);
      setAsked(value);
    }
  }
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === asked) return undefined;
    const timer = setTimeout(() => {
      setAsked(wanted);
      onSearch(wanted);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [wanted, asked, onSearch]);
  return {
    text,
    type: setText,
    searchNow: () => {
      if (wanted === asked) return;
      setAsked(wanted);
      onSearch(wanted);
    },
  };
}
