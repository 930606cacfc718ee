import { useEffect, useState } from 'react';

const TYPING_MS = 250;

export interface TypedSearch {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Searches at once, for Enter. */
  readonly searchNow: () => void;
}

/**
 * The text of a search field whose value is kept elsewhere, usually in the address: searches after a pause in typing. A
 * value that this field sent itself does not change the text when it comes back; any other value (another link,
 * "clear", back) replaces the text.
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
