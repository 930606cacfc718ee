import Box, { type BoxProps } from '@mui/material/Box';
import type { Breakpoint, Theme } from '@mui/material/styles';
import { useEffect, useState } from 'react';

/** A part that loads longer no longer hides the parts below it. */
const LONGEST_MS = 3_000;
/** What stands for a part that has not loaded yet. */
const PENDING = ":is(.MuiSkeleton-root, .room-openers[aria-busy='true'], [data-pending])";

interface PartsInOrderProps extends BoxProps {
  /** The breakpoint below which the parts form one column; undefined: they always do. */
  readonly below?: Breakpoint;
}

/**
 * The parts of a screen, one below the other, which read their data separately. A part stays invisible while one above it
 * loads, because that one would move it under a finger: a tap would be lost, or press another button.
 */
export function PartsInOrder({ below, sx, ...props }: PartsInOrderProps) {
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), LONGEST_MS);
    return () => clearTimeout(timer);
  }, []);
  const hidden = { [`& > :is(${PENDING}, :has(${PENDING})) ~ *`]: { visibility: 'hidden' } } as const;
  const order = (theme: Theme) => (below === undefined ? hidden : { [theme.breakpoints.down(below)]: hidden });
  return <Box {...props} sx={[...(hasWaited ? [] : [order]), ...(Array.isArray(sx) ? sx : [sx])]} />;
}

/** Stands for a part that has no height while it loads. */
export function PendingPart() {
  return <div data-pending="" hidden />;
}
