import { useRef } from 'react';

/**
 * The idempotency key of a person's intention: the same body sent again after a lost answer has the same key, so that
 * nothing is booked twice (AP-3). Another body has another key.
 */
export function useIdempotencyKey(): { keyFor: (body: unknown) => string; forget: () => void } {
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
