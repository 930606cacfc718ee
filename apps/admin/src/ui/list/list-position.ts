/** The page sizes that the pager of a list offers; the first one is the default. */
export const PAGE_SIZES = [20, 50, 100] as const;

export function readPageSize(params: URLSearchParams): number {
  return PAGE_SIZES.find((size) => String(size) === params.get('limit')) ?? PAGE_SIZES[0];
}

/** The cursor after which the page begins. */
export function readCursorParam(params: URLSearchParams): string | null {
  const after = params.get('after');
  return after !== null && /^[\w-]{1,200}$/.test(after) ? after : null;
}

/** A whole number from 0 to `max`; 0 for any other text. */
export function readWholeNumber(params: URLSearchParams, name: string, max: number): number {
  const number = Number(params.get(name) ?? '0');
  return Number.isSafeInteger(number) && number >= 0 && number <= max ? number : 0;
}

/** The parameter `page` for a page from 0; the first page needs none. */
export function pageParam(page: number): string {
  return page === 0 ? '' : String(page);
}

interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** The server searches a limited number of rows for one page; for a rare match the browser sends this many requests. */
const MAX_REQUESTS = 10;

/** Reads on after an incomplete first page until the page is full or the list ends. */
export async function fillPage<Item, Page extends CursorPage<Item>>(
  limit: number,
  firstPage: Page & CursorPage<Item>,
  readMore: (limit: number, cursor: string) => Promise<CursorPage<Item>>,
): Promise<Page> {
  let page: Page & CursorPage<Item> = firstPage;
  for (let sent = 1; page.nextCursor !== null && page.items.length < limit && sent < MAX_REQUESTS; sent += 1) {
    const more = await readMore(limit - page.items.length, page.nextCursor);
    page = { ...page, items: [...page.items, ...more.items], nextCursor: more.nextCursor };
  }
  return page;
}
