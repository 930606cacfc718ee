/** About how many pixels a text needs at 13 px, guessed from its letters. */
export function widthOf(text: string): number {
  let needed = 0;
  for (const letter of text) needed += letter > '\u2fff' ? 13 : 8;
  return needed;
}

/** Might the text be wider than so many pixels, at 13 px? To cut text costs the browser a layer's work, so that only what may need it is cut. */
export function isLong(text: string, width: number): boolean {
  return widthOf(text) > width;
}
