/**
 * The largest page of the server, and the number of pages that one screen reads; a larger chain must choose a store.
 */
const PAGE_SIZE = 200;
const MOST_PAGES = 5;

/**
 * Reads page after page until everything is read, or until it would be more than a screen can show. `total` counts all
 * items.
 */
export async function readAll<T>(
  readPage: (paging: { page: string; limit: string }) => Promise<{ total: number; items: readonly T[] }>,
) {
  const items: T[] = [];
  let total = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const reply = await readPage({ page: String(page), limit: String(PAGE_SIZE) });
    total = reply.total;
    items.push(...reply.items);
    if (items.length >= total || reply.items.length === 0) break;
  }
  return { total, items };
}
