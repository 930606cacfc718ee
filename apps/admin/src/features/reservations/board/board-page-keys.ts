import { useDocumentKeys } from '../../../ui/use-document-keys.ts';
import type { BoardCommands } from './placement/board-keyboard.ts';

export interface PageCommands extends Pick<BoardCommands, 'onToday' | 'onWalkIn' | 'onHelp'> {
  readonly onNew: () => void;
}

interface PageKeysInput {
  readonly commands: PageCommands;
  readonly canWrite: boolean;
  /** A panel or the drawer is open: its fields take the keys. */
  readonly isCovered: boolean;
}

/**
 * The keys of the screen, from its first paint on, without a click: N new, W walk-in, T today, ? help, and G or an arrow
 * key for the grid (SH-30). The grid itself handles its keys first.
 */
export function useBoardPageKeys({ commands, canWrite, isCovered }: PageKeysInput): void {
  useDocumentKeys((event) => {
    if (isCovered || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (isTyping(event.target) || document.querySelector(OVERLAY) !== null) return;
    if (runPageKey(event, commands, canWrite)) event.preventDefault();
  });
}

/** Dialogs and drawers. */
const OVERLAY = 'dialog[open], .MuiModal-root, [aria-modal=true]';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role=grid]') !== null
  );
}

function runPageKey({ key, code, target }: KeyboardEvent, commands: PageCommands, canWrite: boolean): boolean {
  if (key === '?') return run(commands.onHelp);
  if (key.startsWith('Arrow')) return target === document.body && focusGrid();
  // The place of the key: letters stay usable while Hangul is typed.
  switch (code) {
    case 'KeyN':
      return canWrite && run(commands.onNew);
    case 'KeyW':
      return canWrite && run(commands.onWalkIn);
    case 'KeyT':
      return run(commands.onToday);
    case 'KeyG':
      return focusGrid();
    default:
      return false;
  }
}

function run(command: () => void): true {
  command();
  return true;
}

/** Moves the focus to the grid; false on a screen without one. */
function focusGrid(): boolean {
  const grid = document.querySelector<HTMLElement>('[role=grid].board-scroll');
  grid?.focus();
  return grid !== null;
}
