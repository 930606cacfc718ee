import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isProblem } from '../../../api/call.ts';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { AdmitGuestDialog, useRefreshAgeChecks, type AdmittedAdult } from '../../age-checks/index.ts';
import { ChangeMessageNotice } from '../../messages/index.ts';
import { DrawerMenu } from './drawer-menu.tsx';
import type { DrawerProps } from './drawer-props.ts';
import { useChangeReservation } from './drawer.api.ts';
import type { ReservationLead } from './reservation-lead.ts';
import { actionsFor, capabilityFor, checkInOpensAt, type ReservationAction } from './reservation-actions.ts';

interface ReservationActionBarProps extends DrawerProps {
  readonly lead: ReservationLead;
  readonly openForm: ReservationAction | null;
  readonly onForm: (action: ReservationAction | null) => void;
}

const AT_ONCE = {
  confirm: 'POST /api/v2/{product}/reservation/{reservationId}/confirm',
  checkIn: 'POST /api/v2/{product}/reservation/{reservationId}/check-in',
  complete: 'POST /api/v2/{product}/reservation/{reservationId}/complete',
} as const;

/** The possible actions: some run at once, others open a form. */
export function ReservationActionBar({ lead, openForm, onForm, ...props }: ReservationActionBarProps) {
  const { reservation, store } = props;
  const { t } = useTranslation('reservations');
  const can = useCan();
  const format = useFormat();
  const product = useProduct();
  const change = useChangeReservation(product);
  const now = useNow(15_000);
  const actions = actionsFor(reservation, now).filter((action) => can(capabilityFor(action, reservation)));
  const opensAt = actions.includes('checkIn') ? checkInOpensAt(reservation, store.accessBeforeMinutes, now) : null;

  const isGuest = reservation.kind === 'GUEST';
  const isLeading = (action: ReservationAction) => action === 'confirm' && lead.need === 'CONFIRM';

  function press(action: ReservationAction): void {
    if (action !== 'confirm' && action !== 'checkIn' && action !== 'complete') {
      change.reset();
      return onForm(openForm === action ? null : action);
    }
    if (change.isPending || (action === 'checkIn' && opensAt !== null)) return;
    onForm(null);
    const { id: reservationId, version } = reservation;
    change.mutate(() => call(AT_ONCE[action], { params: { product, reservationId }, body: { version } }));
  }

  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box role="group" aria-label={t('drawer.actions')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {actions.map((action) => (
          <Button
            key={action}
            size="small"
            variant={isLeading(action) ? 'contained' : 'outlined'}
            color={isLeading(action) ? 'primary' : 'inherit'}
            aria-disabled={change.isPending || (action === 'checkIn' && opensAt !== null)}
            {...(isForm(action) && { 'aria-expanded': openForm === action })}
            onClick={() => press(action)}
            sx={{ minHeight: 40, '&[aria-disabled=true]': { opacity: 0.6, cursor: 'default' } }}
          >
            {action === 'cancel' && reservation.kind === 'BLOCK'
              ? t('drawer.action.unblock')
              : t(`drawer.action.${action}`)}
          </Button>
        ))}
        <DrawerMenu {...props} canOpenDoors={lead.opening === 'MENU'} />
      </Box>
      {opensAt !== null && (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('drawer.checkInFrom', { time: format.dateTime(opensAt) })}
        </Box>
      )}
      {isGuest && actions.includes('confirm') && openForm === null && (
        <Suspense fallback={null}>
          <ChangeMessageNotice reservation={reservation} change={{ act: 'CONFIRM' }} lead={t('drawer.onConfirm')} />
        </Suspense>
      )}
      <RefusedAction reservation={reservation} error={change.error} onClose={change.reset} />
    </Box>
  );
}

/** Why an action was refused; a guest without a check of age is checked in by a document or a reason (AG-12). */
function RefusedAction({ error, ...unchecked }: UncheckedCheckInProps & { readonly error: Error | null }) {
  if (!isProblem(error) || error.code !== 'AGE_CHECK_NEEDED') return <ProblemAlert error={error} />;
  return (
    <Suspense fallback={null}>
      <UncheckedCheckIn {...unchecked} />
    </Suspense>
  );
}

interface UncheckedCheckInProps extends Pick<DrawerProps, 'reservation'> {
  readonly onClose: () => void;
}

/** Checks a guest in who was not checked for age: by a document, or for a reason (AG-12). */
function UncheckedCheckIn({ reservation: { id: reservationId, version }, onClose }: UncheckedCheckInProps) {
  const product = useProduct();
  const change = useChangeReservation(product);
  const refreshChecks = useRefreshAgeChecks(product);
  const admit = (adult: AdmittedAdult) =>
    change.mutate(() => call(AT_ONCE.checkIn, { params: { product, reservationId }, body: { version, adult } }), {
      onSuccess: () => {
        void refreshChecks();
        onClose();
      },
    });
  return <AdmitGuestDialog isBusy={change.isPending} error={change.error} onAdmit={admit} onClose={onClose} />;
}

function isForm(action: ReservationAction): boolean {
  return !(action in AT_ONCE);
}
