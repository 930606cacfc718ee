/** Distance of a toast from the edges of the window, and half of it from the tools, in pixels. */
const GAP_PX = 16;
const TOAST_WIDTH_PX = 356;
/** The height that is kept free before the first toast is measured. */
const TOAST_HEIGHT_PX = 72;
const BETWEEN_TOASTS_PX = 12;

/** The tools of a screen, which a toast must not cover. */
const SCREEN_TOOLS = '.header, .page-header-actions, .board-toolbar, [role=search], [role=tablist]';
/** The tools of a dialog or drawer: its close button and its acts. */
const DIALOG_TOOLS = '.drawer-head, .MuiIconButton-root, button, a[href], input, select, textarea';
const DIALOGS = 'dialog[open] > *, .MuiModal-root [role=dialog]';

export interface ToastPlace {
  readonly top: number;
  readonly right: number;
}
type Edges = Pick<DOMRect, 'top' | 'left' | 'right' | 'bottom'>;

interface ToastSurroundings {
  readonly tools: readonly Edges[];
  /** A drawer at the right edge; `null`: none. */
  readonly drawer: Edges | null;
  readonly width: number;
  readonly height: number;
  readonly toastHeight: number;
}

/**
 * The highest place at the right edge where toasts cover no tool; beside a drawer at that edge if the window has room
 * there. If every place covers a tool: below the first one, which closes the dialog.
 */
export function placeToasts({ tools, drawer, width, height, toastHeight }: ToastSurroundings): ToastPlace {
  const toastWidth = Math.min(TOAST_WIDTH_PX, width - 2 * GAP_PX);
  const right = drawer !== null && drawer.left >= toastWidth + 2 * GAP_PX ? width - drawer.left + GAP_PX : GAP_PX;
  const [from, to] = [width - right - toastWidth, width - right];
  const inTheWay = tools
    .filter((tool) => tool.bottom > Math.max(0, tool.top) && tool.right > from && tool.left < to)
    .sort((a, b) => a.top - b.top);
  let top = GAP_PX;
  for (const tool of inTheWay)
    if (tool.top < top + toastHeight && tool.bottom + GAP_PX / 2 > top) top = tool.bottom + GAP_PX / 2;
  if (top + toastHeight > height) top = Math.max(GAP_PX, (inTheWay[0]?.bottom ?? 0) + GAP_PX / 2);
  return { top: Math.round(top), right: Math.round(right) };
}

/** The place of the toasts on the present screen. Below a modal dialog nothing takes a touch: only its tools count. */
export function findToastPlace(): ToastPlace {
  const dialog = [...document.querySelectorAll(DIALOGS)].at(-1);
  const tools = [...(dialog ?? document).querySelectorAll(dialog === undefined ? SCREEN_TOOLS : DIALOG_TOOLS)];
  const edges = dialog?.getBoundingClientRect() ?? null;
  return placeToasts({
    tools: tools.map((tool) => tool.getBoundingClientRect()),
    drawer: edges !== null && edges.right >= window.innerWidth - 1 ? edges : null,
    width: window.innerWidth,
    height: window.innerHeight,
    toastHeight: measureToasts(),
  });
}

export function hasToasts(): boolean {
  return document.querySelector('[data-sonner-toast]') !== null;
}

function measureToasts(): number {
  const toasts = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast][data-visible=true]')];
  if (toasts.length === 0) return TOAST_HEIGHT_PX;
  return toasts.reduce((sum, toast) => sum + toast.offsetHeight + BETWEEN_TOASTS_PX, 0);
}
