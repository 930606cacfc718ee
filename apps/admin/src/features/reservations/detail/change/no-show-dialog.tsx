import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/call.ts';
import { problemText } from '../../../../api/problem-text.ts';
import { useProduct } from '../../../../session/auth.tsx';
import { ReasonDialog } from '../../../../ui/form/dialog/reason-dialog.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import { ChangeMessageNotice } from '../../../messages/index.ts';
import { formatReservationName } from '../../reservation-words.ts';
import type { ActionFormProps } from '../drawer-props.ts';
import { useChangeReservation } from '../drawer.api.ts';

/** Asks for confirmation before a guest is marked as a no-show: it cannot be undone. */
export function NoShowDialog({ reservation, onDone }: ActionFormProps) {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const change = useChangeReservation(product);
  const mark = (reason: string) =>
    change.mutate(
      () =>
        call('POST /api/v2/{product}/reservation/{reservationId}/no-show', {
          params: { product, reservationId: reservation.id },
          body: { version: reservation.version, reason },
        }),
      {
        onSuccess: () => {
          toast.success(t('noShow.done'));
          onDone();
        },
      },
    );
  return (
    <ReasonDialog
      title={t('noShow.title', { name: formatReservationName(t, reservation) })}
      label={t('cancel.reason')}
      confirmLabel={t('drawer.action.noShow')}
      cancelLabel={t('drawer.dismiss')}
      maxLength={300}
      isOptional
      isBusy={change.isPending}
      failure={change.error === null ? null : problemText(t, change.error)}
      onReason={mark}
      onClose={onDone}
    >
      {t('noShow.text')}
      <ChangeMessageNotice reservation={reservation} change={{ act: 'NO_SHOW' }} />
    </ReasonDialog>
  );
}
