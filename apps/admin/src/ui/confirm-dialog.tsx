import { useEffect, useRef, type ReactNode } from 'react';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. The safe answer has the focus. */
export function ConfirmDialog({ isOpen, title, children, confirmLabel, cancelLabel, isDangerous = false, onConfirm, onClose }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
    if (!isOpen && dialog.current?.open === true) dialog.current.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className="confirm-dialog" aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      <div>{children}</div>
      <div className="button-row">
        <button type="button" className="button" onClick={onClose}>{cancelLabel}</button>
        <button type="button" className={isDangerous ? 'button button-danger' : 'button button-primary'} onClick={onConfirm}>{confirmLabel}</button>
      </div>
    </dialog>
  );
}
