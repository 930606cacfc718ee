import { useEffect, useRef, type ReactNode } from 'react';
import { ErrorBoundary } from './states/error-boundary.tsx';
import { Icon } from './icon.tsx';

interface DrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly side: 'start' | 'end';
  /** The name for screen readers; also the heading with `hasHeading`. */
  readonly label: string;
  readonly closeLabel: string;
  readonly hasHeading?: boolean;
  readonly children: ReactNode;
}

/** A panel over the page. The browser's modal dialog keeps the focus inside, closes on Escape and returns the focus. */
export function Drawer({ isOpen, onClose, side, label, closeLabel, hasHeading = true, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    if (isOpen && !element.open) element.showModal();
    if (!isOpen && element.open) element.close();
    // A press beside the panel hits the dialog element itself. Escape closes it without code.
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
            <button type="button" className="icon-button" aria-label={closeLabel} onClick={onClose}>
              <Icon name="close" />
            </button>
          </div>
          <ErrorBoundary place="section">{children}</ErrorBoundary>
        </div>
      )}
    </dialog>
  );
}
