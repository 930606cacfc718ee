import type { Reservation } from '@munjigi/contract';
import { autoScroll } from './auto-scroll.ts';
import { drawn, gripsOf, moved, resized, type Grip, type Placement } from './placement.ts';
import type { BoardContext, PlacementEditor } from './placement-editor.ts';
import { contentOf } from './row-blocks.ts';
import { msAt, xOf } from './time-scale.ts';

/** A mouse that moved this far drags; a shorter move is a click. */
const DRAG_PX = 4;
/** A finger that rests this long starts a drag; one that moves earlier scrolls. */
const LONG_PRESS_MS = 350;
const FINGER_REST_PX = 8;
/** The width of an edge in pixels. */
const EDGE_PX = { mouse: 7, touch: 14 } as const;

interface Hit {
  readonly row: number;
  readonly ms: number;
  readonly reservation: Reservation | null;
  readonly grip: Grip;
}
interface Press {
  readonly pointerId: number;
  readonly isTouch: boolean;
  readonly hit: Hit;
  readonly from: Placement;
  isDragging: boolean;
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Lets mouse, pen and finger open, draw, move and resize on the board. Returns the function that stops it. */
export function attachPointer(scroller: HTMLElement, editor: PlacementEditor, context: () => BoardContext): () => void {
  const ending = new AbortController();
  let press: Press | null = null;
  let frame = 0;
  let hasDragged = false;

  function hitAt(target: EventTarget | null, clientX: number, clientY: number, isTouch: boolean): Hit | null {
    const { entries, scale, size } = context();
    if (!(target instanceof Element) || target.closest('.board-head, .board-labels') !== null) return null;
    const { x, row } = canvasPoint(clientX, clientY);
    const entry = entries[row];
    if (entry === undefined || x < 0 || msAt(scale, x) >= scale.endMs) return null;
    const id = target.closest<HTMLElement>('.board-block')?.dataset['id'];
    const block = contentOf(entry).blocks.find((it) => it.reservation.id === id);
    if (block === undefined) return { row, ms: msAt(scale, x), reservation: null, grip: 'whole' };
    const [left, right] = [xOf(scale, block.startMs), xOf(scale, block.endMs)];
    const edge = Math.min(isTouch ? EDGE_PX.touch : EDGE_PX.mouse, (right - left) / 4, size.rowHeight);
    const grip = x < left + edge ? 'start' : x > right - edge ? 'end' : 'whole';
    return { row, ms: msAt(scale, x), reservation: block.reservation, grip };
  }

  function canvasPoint(clientX: number, clientY: number) {
    const { size, entries } = context();
    const box = scroller.getBoundingClientRect();
    const y = clientY - box.top + scroller.scrollTop - size.headHeight;
    return {
      x: clientX - box.left + scroller.scrollLeft - size.labelWidth,
      row: Math.min(entries.length - 1, Math.max(0, Math.floor(y / size.rowHeight))),
    };
  }

  function down(event: PointerEvent): void {
    if (press !== null || event.button !== 0 || event.ctrlKey) return;
    hasDragged = false;
    const isTouch = event.pointerType === 'touch';
    const hit = hitAt(event.target, event.clientX, event.clientY, isTouch);
    if (hit === null || !context().canWrite) return;
    editor.cancel();
    const { reservation } = hit;
    // For a guest in the room, any place moves the end: nothing else can be changed.
    const grips = reservation === null ? (['whole'] as const) : gripsOf(reservation, context().canMoveBlocks);
    const grip = grips.includes(hit.grip) ? hit.grip : grips[0];
    if (grip === undefined) return;
    const from: Placement =
      reservation === null
        ? drawn(hit.row, hit.ms, hit.ms, context().rules)
        : {
            reservation,
            row: hit.row,
            startMs: Date.parse(reservation.startsAt),
            endMs: Date.parse(reservation.endsAt),
          };
    press = {
      pointerId: event.pointerId,
      isTouch,
      hit: { ...hit, grip },
      from,
      isDragging: false,
      x: event.clientX,
      y: event.clientY,
      timer: undefined,
    };
    if (isTouch) press.timer = setTimeout(take, LONG_PRESS_MS);
  }

  function take(): void {
    if (press === null) return;
    press.isDragging = true;
    hasDragged = true;
    if (press.isTouch) navigator.vibrate?.(12);
    scroller.setPointerCapture(press.pointerId);
    scroller.dataset['grip'] = press.hit.reservation === null || press.hit.grip !== 'whole' ? 'edge' : 'whole';
    editor.begin(press.from);
    frame = requestAnimationFrame(follow);
  }

  function follow(): void {
    if (press === null) return;
    const { size, rules, scale } = context();
    autoScroll(scroller, press, { left: size.labelWidth, top: size.headHeight });
    const { x, row } = canvasPoint(press.x, press.y);
    const ms = msAt(scale, x);
    const { hit, from } = press;
    if (hit.reservation === null) editor.show(drawn(from.row, hit.ms, ms, rules));
    else if (hit.grip === 'whole') editor.show(moved(from, row, ms - (hit.ms - from.startMs), rules));
    else editor.show(resized(from, hit.grip, ms, rules));
    frame = requestAnimationFrame(follow);
  }

  /** Shows a resize cursor near an end that can be moved. */
  function hover(event: PointerEvent): void {
    if (press !== null || event.pointerType !== 'mouse' || !(event.target instanceof Element)) return;
    const block = event.target.closest('.board-block');
    if (block === null) return;
    const hit = hitAt(event.target, event.clientX, event.clientY, false);
    const isEdge =
      hit?.reservation != null &&
      hit.grip !== 'whole' &&
      context().canWrite &&
      gripsOf(hit.reservation, context().canMoveBlocks).includes(hit.grip);
    block.toggleAttribute('data-edge', isEdge);
  }

  function move(event: PointerEvent): void {
    if (press === null) return hover(event);
    if (event.pointerId !== press.pointerId) return;
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (press.isDragging) [press.x, press.y] = [event.clientX, event.clientY];
    else if (!press.isTouch && distance > DRAG_PX) take();
    else if (press.isTouch && distance > FINGER_REST_PX) stop();
  }

  function up(event: PointerEvent): void {
    if (press === null || event.pointerId !== press.pointerId) return;
    const isDropped = press.isDragging;
    if (isDropped) {
      [press.x, press.y] = [event.clientX, event.clientY];
      follow();
    }
    stop();
    if (isDropped) editor.drop();
  }

  function stop(): void {
    if (press === null) return;
    clearTimeout(press.timer);
    cancelAnimationFrame(frame);
    if (scroller.hasPointerCapture(press.pointerId)) scroller.releasePointerCapture(press.pointerId);
    delete scroller.dataset['grip'];
    press = null;
  }

  function giveUp(): void {
    if (press?.isDragging === true) editor.cancel();
    stop();
  }

  function click(event: MouseEvent): void {
    // The click that ends a drag opens nothing.
    if (hasDragged) {
      hasDragged = false;
      return;
    }
    const hit = hitAt(event.target, event.clientX, event.clientY, false);
    if (hit === null) return;
    const { rules, canWrite, onOpen, onCreate } = context();
    if (hit.reservation !== null) onOpen(hit.reservation.id);
    else if (canWrite) onCreate(drawn(hit.row, hit.ms, hit.ms, rules));
  }

  /** A tooltip for text that a narrow block cannot hold. */
  function describe(event: PointerEvent): void {
    const block =
      event.pointerType === 'mouse' && event.target instanceof Element
        ? event.target.closest<HTMLElement>('.board-block')
        : null;
    if (block !== null) block.title = block.getAttribute('aria-label') ?? '';
  }

  const options = { signal: ending.signal };
  scroller.addEventListener('pointerdown', down, options);
  scroller.addEventListener('pointerover', describe, options);
  scroller.addEventListener('pointermove', move, options);
  scroller.addEventListener('pointerup', up, options);
  scroller.addEventListener('pointercancel', giveUp, options);
  scroller.addEventListener('lostpointercapture', giveUp, options);
  scroller.addEventListener('click', click, options);
  // During a drag by finger the page does not scroll and the browser opens no menu.
  scroller.addEventListener(
    'touchmove',
    (event) => {
      if (press?.isDragging === true && event.cancelable) event.preventDefault();
    },
    { ...options, passive: false },
  );
  scroller.addEventListener(
    'contextmenu',
    (event) => {
      if (press?.isTouch === true) event.preventDefault();
    },
    options,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || press?.isDragging !== true) return;
      event.preventDefault();
      event.stopPropagation();
      giveUp();
    },
    { ...options, capture: true },
  );
  return () => {
    giveUp();
    ending.abort();
  };
}
