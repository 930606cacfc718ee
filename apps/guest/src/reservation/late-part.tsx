import { LatePartOfPage } from '../shared/late-part.tsx';
import type { LatePartProps } from '../shared/use-late-part.ts';
import { useStay } from './guest-context.ts';

/** A part of the page of a reservation whose code loads when it is needed. */
export function LatePart<Props extends object>(part: LatePartProps<Props>) {
  return <LatePartOfPage {...part} text={useStay().text} skeleton="skeleton-line" />;
}
