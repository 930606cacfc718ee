import { useEffect, useRef } from 'react';
import { toAxisX, type TimeScale } from './time-scale.ts';

const MOVES_EVERY_MS = 10_000;

/** The line of the present moment. It moves without a render. */
export function BoardNow({ scale }: { readonly scale: TimeScale }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const move = () => {
      const element = line.current;
      if (element === null) return;
      const now = Date.now();
      element.hidden = now < scale.startMs || now >= scale.endMs;
      element.style.transform = `translateX(${toAxisX(scale, now)}px)`;
    };
    move();
    const timer = setInterval(move, MOVES_EVERY_MS);
    document.addEventListener('visibilitychange', move);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', move);
    };
  }, [scale]);
  return <div ref={line} className="board-now" data-testid="board-now" aria-hidden="true" hidden />;
}
