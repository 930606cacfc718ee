import { useEffect } from 'react';
import { LAYOUT } from '../ui/theme/tokens.ts';

/** While the window is being resized, and 250 ms after, there are no transitions (reference 9). */
export function useResizeBlocking(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const block = () => {
      document.documentElement.dataset['resizing'] = '';
      clearTimeout(timer);
      timer = setTimeout(() => delete document.documentElement.dataset['resizing'], LAYOUT.resizeBlockMs);
    };
    window.addEventListener('resize', block);
    return () => {
      clearTimeout(timer);
      delete document.documentElement.dataset['resizing'];
      window.removeEventListener('resize', block);
    };
  }, []);
}
