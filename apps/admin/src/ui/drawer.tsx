import { useEffect, useRef, type ReactNode } from 'react';
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
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
    if (!isOpen && dialog.current?.open === true) dialog.current.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className="drawer" data-side={side} aria-label={label} onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}>
      {isOpen && (
        <div className="drawer-body">
          <div className="drawer-head">
            {hasHeading ? <h2>{label}</h2> : <span />}
            <button type="button" className="icon-button" aria-label={closeLabel} onClick={onClose}><Icon name="close" /></button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
