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
  const [sentText, setSentText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    if (value !== sentText) {
      setText(value);
      setSentText(value);
    }
  }
  const trimmed = text.trim();
  useEffect(() => {
    if (trimmed === sentText) return undefined;
    const timer = setTimeout(() => {
      setSentText(trimmed);
      onSearch(trimmed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [trimmed, sentText, onSearch]);
  return {
    text,
    type: setText,
    searchNow: () => {
      if (trimmed === sentText) return;
      setSentText(trimmed);
      onSearch(trimmed);
    },
  };
}
