/**
 * What is broken in the layout of the page, in words; runs in the page. Scrolls each control into view and back.
 * - The page scrolls sideways.
 * - Text is cut without an ellipsis.
 * - An amount goes over two lines.
 * - Something else lies over the middle of a control, such as a bar that sticks to an edge.
 */
export function findLayoutFaults(): string[] {
  const faults: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > window.innerWidth)
    faults.push(`scrolls sideways: ${root.scrollWidth} px in ${window.innerWidth} px`);
  const isReadAloudOnly = (it: Element) => it.clientWidth <= 1 || it.clientHeight <= 1;
  const isShown = (it: Element) => it.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const named = (it: Element) =>
    `${it.tagName.toLowerCase()} «${(it.getAttribute('aria-label') ?? it.textContent ?? '').trim().slice(0, 40)}»`;

  for (const it of document.body.querySelectorAll<HTMLElement>('*')) {
    const style = getComputedStyle(it);
    if (isReadAloudOnly(it) || style.overflowX !== 'hidden' || style.textOverflow === 'ellipsis' || !isShown(it))
      continue;
    const hasOwnText = [...it.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );
    if (hasOwnText && it.scrollWidth > it.clientWidth + 1) faults.push(`cut: ${named(it)}`);
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const block = node.parentElement;
    // An inline element has no width.
    if (block === null || (getComputedStyle(block).display !== 'inline' && isReadAloudOnly(block))) continue;
    for (const amount of (node.textContent ?? '').matchAll(/[+−-]?₩\d[\d,]*\d|₩\d/g)) {
      const range = document.createRange();
      range.setStart(node, amount.index);
      range.setEnd(node, amount.index + amount[0].length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
        faults.push(`broken: ${amount[0]}`);
    }
  }

  const top = window.scrollY;
  for (const it of document.querySelectorAll<HTMLElement>(
    'main button:enabled, main a[href], main input:enabled, main select:enabled',
  )) {
    if (!isShown(it) || it.closest('[inert], [aria-hidden=true]') !== null) continue;
    it.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const box = it.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // Out of sight inside an element that scrolls.
    if (x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) continue;
    const above = document.elementFromPoint(x, y);
    const isItself =
      above !== null && (it.contains(above) || above.contains(it) || above.closest('label')?.control === it);
    if (!isItself) faults.push(`covered: ${named(it)} by ${above === null ? 'nothing' : named(above)}`);
  }
  window.scrollTo({ top, behavior: 'instant' });
  return faults;
}
