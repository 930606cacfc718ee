import { useEffect, useRef, type ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { Icon } from './icon.tsx';

interface DrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly side: 'start' | 'end';
  /** What it is, for those who do not see it; shown as its heading where `hasHeading`. */
  readonly label: string;
  readonly closeLabel: string;
  readonly hasHeading?: boolean;
  readonly children: ReactNode;
}

/** A panel over the page. The browser's own modal dialog keeps the focus inside, closes on Escape and gives it back. */
export function Drawer({ isOpen, onClose, side, label, closeLabel, hasHeading = true, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    if (isOpen && !element.open) element.showModal();
    if (!isOpen && element.open) element.close();
    // A touch beside the panel is one on the dialog itself. For the keyboard there is Escape, which closes by itself.
    const closeBeside = (event: MouseEvent) => {
      if (event.target === element) element.close();
    };
    element.addEventListener('click', closeBeside);
    return () => element.removeEventListener('click', closeBeside);
  }, [isOpen]);
  return (
    <dialog ref={dialog} className="drawer" data-side={side} aria-label={label} onClose={onClose}>
      {isOpen && (
        <div className="drawer-body">
          <div className="drawer-head">
            {hasHeading ? <h2>{label}</h2> : <span />}
            <button type="button" className="icon-button" aria-label={closeLabel} onClick={onClose}><Icon name="close" /></button>
          </div>
          <ErrorBoundary place="section">{children}</ErrorBoundary>
        </div>
      )}
    </dialog>
  );
}
