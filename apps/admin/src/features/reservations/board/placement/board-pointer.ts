import type { Reservation } from '@munjigi/contract';
import { autoScroll } from '../axis/auto-scroll.ts';
import {
  drawPlacement,
  findGrips,
  movePlacement,
  resizePlacement,
  type Grip,
  type Placement,
  type PlacementRules,
} from './placement.ts';
import type { BoardContext, PlacementEditor } from './placement-editor.ts';
import { toRowContent } from '../row-blocks.ts';
import { msAt, toAxisX } from '../axis/time-scale.ts';

/** A mouse that moved this far drags; a shorter move is a click. */
const DRAG_PX = 4;
/** A finger that rests this long starts a drag; one that moves earlier scrolls. */
const LONG_PRESS_MS = 350;
const FINGER_REST_PX = 8;
/** The width of the edge that resizes, in pixels. */
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
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

/** The board, and what the pointer has pressed on it. */
interface PressedBoard {
  readonly scroller: HTMLElement;
  readonly editor: PlacementEditor;
  readonly context: () => BoardContext;
  press: Press | null;
  frame: number;
  /** The click that ends a drag opens nothing. */
  hasDragged: boolean;
}

/** Lets mouse, pen and finger open, draw, move and resize on the board. Returns the function that stops it. */
export function attachPointer(scroller: HTMLElement, editor: PlacementEditor, context: () => BoardContext): () => void {
  const ending = new AbortController();
  const board: PressedBoard = { scroller, editor, context, press: null, frame: 0, hasDragged: false };
  const cancel = () => cancelPress(board);
  const options = { signal: ending.signal };
  scroller.addEventListener('pointerdown', (event) => startPress(board, event), options);
  scroller.addEventListener('pointerover', showTitle, options);
  scroller.addEventListener('pointermove', (event) => movePointer(board, event), options);
  scroller.addEventListener('pointerup', (event) => releasePointer(board, event), options);
  scroller.addEventListener('pointercancel', cancel, options);
  scroller.addEventListener('lostpointercapture', cancel, options);
  scroller.addEventListener('click', (event) => openOrCreate(board, event), options);
  // During a drag by finger the page does not scroll and the browser opens no menu.
  scroller.addEventListener(
    'touchmove',
    (event) => {
      if (board.press?.isDragging === true && event.cancelable) event.preventDefault();
    },
    { ...options, passive: false },
  );
  scroller.addEventListener(
    'contextmenu',
    (event) => {
      if (board.press?.isTouch === true) event.preventDefault();
    },
    options,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || board.press?.isDragging !== true) return;
      event.preventDefault();
      event.stopPropagation();
      cancelPress(board);
    },
    { ...options, capture: true },
  );
  return () => {
    cancelPress(board);
    ending.abort();
  };
}

/** What is below the pointer; `null` outside of the rows and of the loaded time. */
function hitAt(board: PressedBoard, { target, clientX, clientY }: MouseEvent, isTouch: boolean): Hit | null {
  const { entries, scale, size } = board.context();
  if (!(target instanceof Element) || target.closest('.board-head, .board-labels') !== null) return null;
  const { x, row } = canvasPoint(board, clientX, clientY);
  const entry = entries[row];
  if (entry === undefined || x < 0 || msAt(scale, x) >= scale.endMs) return null;
  const id = target.closest<HTMLElement>('.board-block')?.dataset['id'];
  const block = toRowContent(entry).blocks.find(({ reservation }) => reservation.id === id);
  if (block === undefined) return { row, ms: msAt(scale, x), reservation: null, grip: 'whole' };
  const [left, right] = [toAxisX(scale, block.startMs), toAxisX(scale, block.endMs)];
  const edge = Math.min(isTouch ? EDGE_PX.touch : EDGE_PX.mouse, (right - left) / 4, size.rowHeight);
  const grip = x < left + edge ? 'start' : x > right - edge ? 'end' : 'whole';
  return { row, ms: msAt(scale, x), reservation: block.reservation, grip };
}

function canvasPoint({ scroller, context }: PressedBoard, clientX: number, clientY: number) {
  const { size, entries } = context();
  const box = scroller.getBoundingClientRect();
  const y = clientY - box.top + scroller.scrollTop - size.headHeight;
  return {
    x: clientX - box.left + scroller.scrollLeft - size.labelWidth,
    row: Math.min(entries.length - 1, Math.max(0, Math.floor(y / size.rowHeight))),
  };
}

function startPress(board: PressedBoard, event: PointerEvent): void {
  if (board.press !== null || event.button !== 0 || event.ctrlKey) return;
  board.hasDragged = false;
  const isTouch = event.pointerType === 'touch';
  const hit = hitAt(board, event, isTouch);
  if (hit === null || !board.context().canWrite) return;
  board.editor.cancel();
  const { rules, canMoveBlocks } = board.context();
  // For a guest in the room, a drag at any place moves the end, because nothing else can be changed.
  const grips = hit.reservation === null ? (['whole'] as const) : findGrips(hit.reservation, canMoveBlocks);
  const grip = grips.includes(hit.grip) ? hit.grip : grips[0];
  if (grip === undefined) return;
  board.press = {
    pointerId: event.pointerId,
    isTouch,
    hit: { ...hit, grip },
    from: placementAt(hit, rules),
    isDragging: false,
    x: event.clientX,
    y: event.clientY,
    timer: isTouch ? setTimeout(() => startDrag(board), LONG_PRESS_MS) : undefined,
  };
}

/** The placement of the pressed reservation, or of a new one. */
function placementAt({ reservation, row, ms }: Hit, rules: PlacementRules): Placement {
  if (reservation === null) return drawPlacement(row, ms, ms, rules);
  return { reservation, row, startMs: Date.parse(reservation.startsAt), endMs: Date.parse(reservation.endsAt) };
}

function startDrag(board: PressedBoard): void {
  const { press, scroller } = board;
  if (press === null) return;
  press.isDragging = true;
  board.hasDragged = true;
  if (press.isTouch) navigator.vibrate?.(12);
  scroller.setPointerCapture(press.pointerId);
  scroller.dataset['grip'] = press.hit.reservation === null || press.hit.grip !== 'whole' ? 'edge' : 'whole';
  board.editor.begin(press.from);
  board.frame = requestAnimationFrame(() => followPointer(board));
}

/** Shows the placement below the pointer, in each frame of a drag. */
function followPointer(board: PressedBoard): void {
  const { press, scroller, editor } = board;
  if (press === null) return;
  const { size, rules, scale } = board.context();
  autoScroll(scroller, press, { left: size.labelWidth, top: size.headHeight });
  const { x, row } = canvasPoint(board, press.x, press.y);
  const ms = msAt(scale, x);
  const { hit, from } = press;
  if (hit.reservation === null) editor.show(drawPlacement(from.row, hit.ms, ms, rules));
  else if (hit.grip === 'whole') editor.show(movePlacement(from, row, ms - (hit.ms - from.startMs), rules));
  else editor.show(resizePlacement(from, hit.grip, ms, rules));
  board.frame = requestAnimationFrame(() => followPointer(board));
}

function movePointer(board: PressedBoard, event: PointerEvent): void {
  const { press } = board;
  if (press === null) return showEdge(board, event);
  if (event.pointerId !== press.pointerId) return;
  const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
  if (press.isDragging) [press.x, press.y] = [event.clientX, event.clientY];
  else if (!press.isTouch && distance > DRAG_PX) startDrag(board);
  else if (press.isTouch && distance > FINGER_REST_PX) endPress(board);
}

/** Shows a resize cursor near an end that can be moved. */
function showEdge(board: PressedBoard, event: PointerEvent): void {
  if (event.pointerType !== 'mouse' || !(event.target instanceof Element)) return;
  const block = event.target.closest('.board-block');
  if (block === null) return;
  const hit = hitAt(board, event, false);
  const { canWrite, canMoveBlocks } = board.context();
  const isEdge =
    hit?.reservation != null &&
    hit.grip !== 'whole' &&
    canWrite &&
    findGrips(hit.reservation, canMoveBlocks).includes(hit.grip);
  block.toggleAttribute('data-edge', isEdge);
}

function releasePointer(board: PressedBoard, event: PointerEvent): void {
  const { press } = board;
  if (press === null || event.pointerId !== press.pointerId) return;
  const isDropped = press.isDragging;
  if (isDropped) {
    [press.x, press.y] = [event.clientX, event.clientY];
    followPointer(board);
  }
  endPress(board);
  if (isDropped) board.editor.drop();
}

function endPress(board: PressedBoard): void {
  const { press, scroller } = board;
  if (press === null) return;
  clearTimeout(press.timer);
  cancelAnimationFrame(board.frame);
  if (scroller.hasPointerCapture(press.pointerId)) scroller.releasePointerCapture(press.pointerId);
  delete scroller.dataset['grip'];
  board.press = null;
}

function cancelPress(board: PressedBoard): void {
  if (board.press?.isDragging === true) board.editor.cancel();
  endPress(board);
}

function openOrCreate(board: PressedBoard, event: MouseEvent): void {
  if (board.hasDragged) {
    board.hasDragged = false;
    return;
  }
  const hit = hitAt(board, event, false);
  if (hit === null) return;
  const { rules, canWrite, onOpen, onCreate } = board.context();
  if (hit.reservation !== null) onOpen(hit.reservation.id);
  else if (canWrite) onCreate(drawPlacement(hit.row, hit.ms, hit.ms, rules));
}

/** A tooltip for text that a narrow block cannot hold. */
function showTitle(event: PointerEvent): void {
  const block =
    event.pointerType === 'mouse' && event.target instanceof Element
      ? event.target.closest<HTMLElement>('.board-block')
      : null;
  if (block !== null) block.title = block.getAttribute('aria-label') ?? '';
}
