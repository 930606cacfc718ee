import { useRef } from 'react';
import { isProblem } from '../../api/call.ts';

/**
 * Sends what a person intends with its idempotency key: the same body sent again after a lost answer has the same key,
 * so that nothing happens twice (AP-3). Another body has another key. A refusal is an answer, so the next attempt has a
 * new key too.
 */
export function useSendOnce() {
  const last = useRef<{ text: string; key: string } | null>(null);
  const forget = () => {
    last.current = null;
  };
  return <Reply>(body: unknown, send: (idempotencyKey: string) => Promise<Reply>): Promise<Reply> => {
    const text = JSON.stringify(body);
    if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() };
    const reply = send(last.current.key);
    void reply.then(forget, (error) => isProblem(error) && forget());
    return reply;
  };
}
