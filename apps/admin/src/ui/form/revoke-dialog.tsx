import type { ReactNode } from 'react';
import { toast } from '../toast/toast.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface RevokeDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  /** The toast after the revocation. */
  readonly doneText: string;
  readonly mutation: { readonly isPending: boolean; readonly error: Error | null };
  readonly onRevoke: (options: { readonly onSuccess: () => void }) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for confirmation before access is revoked, revokes it, says so and closes. */
export function RevokeDialog({ doneText, mutation, onRevoke, ...props }: RevokeDialogProps) {
  const confirm = () =>
    onRevoke({
      onSuccess: () => {
        toast.success(doneText);
        props.onClose();
      },
    });
  return (
    <ConfirmDialog {...props} isDangerous isBusy={mutation.isPending} error={mutation.error} onConfirm={confirm} />
  );
}
