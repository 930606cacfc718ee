import { useEffect, useState } from 'react';

/** Milliseconds until a moment of the phone's clock, again each second; 0 afterwards. */
export function useCountdown(untilMs: number): number {
  const [left, setLeft] = useState(() => Math.max(0, untilMs - Date.now()));
  useEffect(() => {
    const read = () => setLeft(Math.max(0, untilMs - Date.now()));
    read();
    if (untilMs <= Date.now()) return undefined;
    const timer = setInterval(read, 1000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return left;
}
