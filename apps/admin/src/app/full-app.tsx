import type { ComponentType } from 'react';
import { RouterProvider } from 'react-router';
import { createRouter } from './router.tsx';

/** Starts the router at the present address. Resolves when the code of its screen has loaded, or has failed and the error page is shown. */
export async function loadFullApp(): Promise<ComponentType> {
  const router = createRouter();
  if (!router.state.initialized) {
    await new Promise<void>((resolve) => {
      const stop = router.subscribe(({ initialized }) => {
        if (!initialized) return;
        stop();
        resolve();
      });
    });
  }
  return () => <RouterProvider router={router} />;
}
