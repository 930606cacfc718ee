/** About how many pixels a text needs at 13 px, estimated from its letters. */
export function estimateTextWidth(text: string): number {
  let needed = 0;
  for (const letter of text) needed += letter > '\u2fff' ? 13 : 8;
  return needed;
}

/**
 * Whether the text may be wider than so many pixels at 13 px. Clipping text costs the browser a layer, so that only
 * text that may need it is clipped.
 */
export function isLong(text: string, width: number): boolean {
  return estimateTextWidth(text) > width;
}
