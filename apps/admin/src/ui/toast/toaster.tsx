import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster, toast as sonner } from 'sonner';
import { findToastPlace, hasToasts, type ToastPlace } from './toast-place.ts';

export { sonner };
export const TOASTER_ID = 'toaster';

/** The screen below may change while a toast is shown, for example when a drawer opens. */
const FOLLOW_MS = 200;

/** Below the header, until the screen is measured. */
let place: ToastPlace = { top: 72, right: 16 };
let follower: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Renders the toaster once: 4 visible, top-right, 4000 ms, 356 wide, 12 apart (reference 9), clear of tools (SH-31). */
export function showToaster(): void {
  followScreen();
  if (document.getElementById(TOASTER_ID) !== null) return;
  const root = document.createElement('div');
  root.id = TOASTER_ID;
  document.body.append(root);
  createRoot(root).render(<PlacedToaster />);
}

function PlacedToaster() {
  const { top, right } = useSyncExternalStore(subscribe, () => place);
  return (
    <Toaster
      visibleToasts={4}
      position="top-right"
      duration={4000}
      gap={12}
      expand
      offset={{ top, right }}
      mobileOffset={{ top, left: 16, right: 16 }}
      toastOptions={{ style: { fontFamily: 'var(--font)', width: 356, maxWidth: 'calc(100vw - 32px)' } }}
      theme={document.documentElement.dataset['colorScheme'] === 'light' ? 'light' : 'dark'}
    />
  );
}

/** Keeps the toasts clear of the tools for as long as any is shown. */
function followScreen(): void {
  movePlace();
  follower ??= setInterval(() => {
    movePlace();
    if (!hasToasts()) stopFollowingScreen();
  }, FOLLOW_MS);
}

/** Ends by itself after the last toast; tests end it with their page. */
export function stopFollowingScreen(): void {
  clearInterval(follower);
  follower = undefined;
}

function movePlace(): void {
  const next = findToastPlace();
  if (next.top === place.top && next.right === place.right) return;
  place = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
