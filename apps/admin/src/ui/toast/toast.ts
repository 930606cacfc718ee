import type * as ToastKit from './toaster.tsx';

/** Toasts (reference 9). Their code loads with the first one; a toast that cannot be shown is logged, never thrown. */

function withKit(show: (kit: typeof ToastKit) => unknown): void {
  import('./toaster.tsx')
    .then((kit) => {
      kit.showToaster();
      show(kit);
    })
    .catch((error: unknown) => console.warn('A toast cannot be shown', error));
}

export const toast = {
  success: (text: string) => withKit(({ sonner }) => sonner.success(text)),
  error: (text: string) => withKit(({ sonner }) => sonner.error(text)),
  info: (text: string) => withKit(({ sonner }) => sonner(text)),
  /** Shows a message with one action, for `durationMs`. */
  action: (
    text: string,
    {
      label,
      run,
      durationMs,
      isError = false,
    }: { label: string; run: () => void; durationMs: number; isError?: boolean },
  ) =>
    withKit(({ sonner }) =>
      (isError ? sonner.error : sonner.success)(text, { duration: durationMs, action: { label, onClick: run } }),
    ),
  /** `loading` until the work ends, then `success` or `error`. Each text is looked up when it is shown. */
  promise: (work: Promise<unknown>, texts: { loading: string; success: () => string; error: () => string }) =>
    withKit(({ sonner }) => sonner.promise(work, texts)),
};
