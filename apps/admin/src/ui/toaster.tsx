import { createRoot } from 'react-dom/client';
import { Toaster, toast as sonner } from 'sonner';

export { sonner };
export const TOASTER_ID = 'toaster';

/** Below the header of a phone (64 px), whose buttons stay in reach while a toast is shown. */
const BELOW_HEADER = { top: 72, left: 16, right: 16 };

/** Renders the toaster once: 4 visible, top-right, 4000 ms, 356 wide, 12 apart (reference 9). */
export function showToaster(): void {
  if (document.getElementById(TOASTER_ID) !== null) return;
  const place = document.createElement('div');
  place.id = TOASTER_ID;
  document.body.append(place);
  createRoot(place).render(
    <Toaster
      visibleToasts={4}
      position="top-right"
      duration={4000}
      gap={12}
      expand
      offset={16}
      mobileOffset={BELOW_HEADER}
      toastOptions={{ style: { fontFamily: 'var(--font)', width: 356, maxWidth: 'calc(100vw - 32px)' } }}
      theme={document.documentElement.dataset['colorScheme'] === 'light' ? 'light' : 'dark'}
    />,
  );
}
