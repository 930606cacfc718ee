import { startTransition, useEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { removeLateWords, repeatEarlyTap, type EarlyStart } from './first-reply.ts';

interface RootStart {
  readonly early: EarlyStart | undefined;
  /** The page begins with exactly what the server has rendered. */
  readonly isHydrated: boolean;
}

/** Shows the page in the root of the document: takes over the content of the server, or replaces it. */
export function startRoot(content: ReactNode, { early, isHydrated }: RootStart): Root {
  const container = document.getElementById('root');
  if (container === null) throw new Error('The document has no root');
  if (early !== undefined) early.isStarted = true;
  removeLateWords();
  const started = <Started early={early}>{content}</Started>;
  // In slices, as a transition: a slow phone answers to taps meanwhile.
  if (isHydrated) return startInSlices(() => hydrateRoot(container, started));
  const root = createRoot(container);
  startTransition(() => root.render(started));
  return root;
}

function startInSlices(start: () => Root): Root {
  let root: Root | null = null;
  startTransition(() => {
    root = start();
  });
  if (root === null) throw new Error('The page did not start');
  return root;
}

/** Keeps the element of `startRoot` when the page is rendered again. */
export function Started({ early, children }: { readonly early: EarlyStart | undefined; readonly children: ReactNode }) {
  useEffect(() => repeatEarlyTap(early), [early]);
  return children;
}
