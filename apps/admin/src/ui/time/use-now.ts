import { useEffect, useState } from 'react';

/**
 * The current time in milliseconds of the epoch, updated every `everyMs`: twice a minute unless a caller needs seconds.
 */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
