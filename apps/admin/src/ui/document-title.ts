let title = document.title;
let count = 0;

/** Names the browser's tab after the screen. */
export function setPageTitle(next: string): void {
  title = `${next} · Munjigi`;
  write();
}

/**
 * The number of unconfirmed notifications: a prefix of the title of every screen, as `(3) …`, until it is zero (NT-4).
 */
export function setTitleCount(next: number): void {
  count = next;
  write();
}

function write(): void {
  document.title = count === 0 ? title : `(${count > 99 ? '99+' : count}) ${title}`;
}
