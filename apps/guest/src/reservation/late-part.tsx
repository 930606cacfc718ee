import { LatePartOfPage } from '../shared/late-part.tsx';
import type { LatePartProps } from '../shared/use-late-part.ts';
import { useGuest } from './guest-context.ts';

/** A part of the page of a reservation whose code loads when it is needed. */
export function LatePart<Props extends object>(part: LatePartProps<Props>) {
  return <LatePartOfPage {...part} text={useGuest().text} skeleton="skeleton-line" />;
}
