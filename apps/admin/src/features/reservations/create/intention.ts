import { useRef } from 'react';

/**
 * The idempotency key of what a person wants: the same body sent again, because no answer came, carries the same key, so
 * that nothing is booked twice (AP-3); another body has another.
 */
export function useIntention(): { keyFor: (body: unknown) => string; forget: () => void } {
  const last = useRef<{ text: string; key: string } | null>(null);
  return {
    keyFor: (body) => {
      const text = JSON.stringify(body);
      if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() };
      return last.current.key;
    },
    forget: () => {
      last.current = null;
    },
  };
}
