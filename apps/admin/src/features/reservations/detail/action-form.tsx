import { CancelDialog } from './change/cancel-dialog.tsx';
import type { ActionFormProps } from './drawer-props.ts';
import { ReservationEditForm } from './change/reservation-edit-form.tsx';
import { ExtendForm } from './change/extend-form.tsx';
import { MoveForm } from './change/move-form.tsx';
import { NoShowDialog } from './change/no-show-dialog.tsx';
import type { ReservationAction } from './reservation-actions.ts';

/** The form of an action that needs one. */
export function ActionForm({ action, ...rest }: ActionFormProps & { readonly action: ReservationAction }) {
  switch (action) {
    case 'extend':
      return <ExtendForm {...rest} />;
    case 'move':
      return <MoveForm {...rest} />;
    case 'edit':
      return <ReservationEditForm {...rest} />;
    case 'cancel':
      return <CancelDialog {...rest} />;
    case 'noShow':
      return <NoShowDialog {...rest} />;
    case 'confirm':
    case 'checkIn':
    case 'complete':
      return null;
    default:
      return action satisfies never;
  }
}
