/**
 * Describes in words what is broken in the layout of the page; runs in the page. Scrolls each control into view and
 * back.
 * - The page scrolls sideways.
 * - Text is cut without an ellipsis.
 * - An amount goes over two lines.
 * - Another element covers the middle of a control of the screen, or of an open dialog, such as a bar that sticks to an
 *   edge.
 */
export function findLayoutFaults(): string[] {
  const faults: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > window.innerWidth)
    faults.push(`scrolls sideways: ${root.scrollWidth} px in ${window.innerWidth} px`);
  const isReadAloudOnly = (element: Element) => element.clientWidth <= 1 || element.clientHeight <= 1;
  const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const named = (element: Element) =>
    `${element.tagName.toLowerCase()} «${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}»`;

  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const style = getComputedStyle(element);
    if (
      isReadAloudOnly(element) ||
      style.overflowX !== 'hidden' ||
      style.textOverflow === 'ellipsis' ||
      !isShown(element)
    )
      continue;
    const hasOwnText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );
    if (hasOwnText && element.scrollWidth > element.clientWidth + 1) faults.push(`cut: ${named(element)}`);
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
  const dialog = [...document.querySelectorAll('dialog:modal, [aria-modal=true]')].findLast(isShown);
  const controls = (dialog ?? document).querySelectorAll<HTMLElement>(
    ['button:enabled', 'a[href]', 'input:enabled', 'select:enabled']
      .map((control) => (dialog === undefined ? `main ${control}` : control))
      .join(', '),
  );
  for (const element of controls) {
    if (!isShown(element) || element.closest('[inert], [aria-hidden=true]') !== null) continue;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // Out of sight inside an element that scrolls.
    if (x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) continue;
    const above = document.elementFromPoint(x, y);
    const isItself =
      above !== null &&
      (element.contains(above) || above.contains(element) || above.closest('label')?.control === element);
    if (!isItself) faults.push(`covered: ${named(element)} by ${above === null ? 'nothing' : named(above)}`);
  }
  window.scrollTo({ top, behavior: 'instant' });
  return faults;
}
