import { useEffect, useState } from 'react';

const EVERY_MS = 30_000;

/** The time, as milliseconds of the epoch, which goes on by itself twice a minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
