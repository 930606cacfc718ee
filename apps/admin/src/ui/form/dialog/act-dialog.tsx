import type { ComponentProps } from 'react';
import { toast } from '../../toast/toast.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Confirmation = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'confirmLabel' | 'isDangerous' | 'children' | 'onClose'
>;

interface ActDialogProps<Input, Reply> extends Confirmation {
  readonly mutation: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly mutate: (input: Input, options: { readonly onSuccess: (reply: Reply) => void }) => void;
  };
  readonly input: Input;
  /** The toast after the act. */
  readonly doneText?: string;
  /** Called after the act instead of `onClose`. */
  readonly onDone?: (reply: Reply) => void;
  /** The content shows by itself why the act failed. */
  readonly showsError?: boolean;
}

/** Asks for confirmation before a thing is deleted or ended, does it, says so and closes. */
export function ActDialog<Input, Reply>({
  mutation,
  input,
  doneText,
  onDone,
  showsError = false,
  isDangerous = true,
  ...props
}: ActDialogProps<Input, Reply>) {
  const confirm = () =>
    mutation.mutate(input, {
      onSuccess: (reply) => {
        if (doneText !== undefined) toast.success(doneText);
        if (onDone === undefined) props.onClose();
        else onDone(reply);
      },
    });
  return (
    <ConfirmDialog
      {...props}
      isDangerous={isDangerous}
      isBusy={mutation.isPending}
      error={showsError ? null : mutation.error}
      onConfirm={confirm}
    />
  );
}
