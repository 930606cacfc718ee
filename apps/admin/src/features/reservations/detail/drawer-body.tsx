import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../app/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { RoomOpener } from '../../doors/index.ts';
import { PaymentLinkAction, ReservationMessages } from '../../messages/index.ts';
import { ReservationPayments } from '../../payments/index.ts';
import { ReservationRating } from '../../ratings/index.ts';
import { usePeriodWords } from '../create/period-words.ts';
import { ReservationPriceLines } from '../create/reservation-price-lines.tsx';
import { countMinutes } from '../create/slot-times.ts';
import { isPaid } from '../list/list-filter.ts';
import { formatReservationName } from '../reservation-words.ts';
import { AccessCard, hasAccess } from './access-card.tsx';
import { ReservationActionBar } from './reservation-action-bar.tsx';
import { ActionForm } from './action-form.tsx';
import { detailKey } from './detail-cache.ts';
import { useRevealReservation } from './drawer.api.ts';
import type { DrawerProps } from './drawer-props.ts';
import { EntryChecks } from './entry-checks.tsx';
import { ExtensionCard } from './extension-card.tsx';
import { GuestAccessCard } from './guest-access-card.tsx';
import { GuestLines } from './guest-lines.tsx';
import { Obstacles } from './obstacles.tsx';
import { HistoryLines } from './history-lines.tsx';
import { HeldExtensionLine, HoldCountdown } from './hold-countdown.tsx';
import type { ReservationAction } from './reservation-actions.ts';
import { ReservationStateChip } from './reservation-state-chip.tsx';

/** A reservation from its code to its history, with the actions below its head. */
export function DrawerBody(props: DrawerProps) {
  const { reservation, rooms } = props;
  const room = rooms.find(({ id }) => id === reservation.roomId);
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 2.5, alignContent: 'start' }}>
      <Head {...props} />
      {room === undefined ? (
        <Below {...props} />
      ) : (
        <RoomOpener room={room} isWayIn>
          <Below {...props} />
        </RoomOpener>
      )}
    </Box>
  );
}

function useRoomName({ reservation, rooms }: DrawerProps): string {
  const { t } = useTranslation('reservations');
  return rooms.find(({ id }) => id === reservation.roomId)?.name ?? t('drawer.oldRoom');
}

function Head(props: DrawerProps) {
  const { reservation, store } = props;
  const { t } = useTranslation('reservations');
  const words = usePeriodWords();
  const roomName = useRoomName(props);
  return (
    <Box component="header" sx={{ display: 'grid', gap: 0.5, pr: 5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, typography: 'body2' }}>
        <ReservationStateChip state={reservation.state} />
        <Box
          component="span"
          sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
          data-testid="reservation-code"
        >
          {reservation.code}
        </Box>
      </Box>
      <Box component="h2" sx={{ typography: 'h6', m: 0 }}>
        {formatReservationName(t, reservation)}
      </Box>
      <Box sx={{ typography: 'subtitle1', fontVariantNumeric: 'tabular-nums' }} data-testid="reservation-place">
        {roomName} · {words.period(reservation.startsAt, reservation.endsAt)}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        {store.name} · {words.length(countMinutes(reservation))}
        {reservation.kind === 'GUEST' && ` · ${t(`channel.${reservation.channel}`)}`}
        {reservation.seriesId !== null && ` · ${t('board.series')}`}
      </Box>
      {reservation.state === 'PENDING' && reservation.holdExpiresAt !== null && (
        <HoldCountdown until={reservation.holdExpiresAt} />
      )}
      {reservation.heldExtension !== null && <HeldExtensionLine held={reservation.heldExtension} />}
    </Box>
  );
}

/** The actions with their forms, followed by the guest, the access, the payments and the history. */
function Below(props: DrawerProps) {
  const { reservation, rooms } = props;
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const can = useCan();
  const client = useQueryClient();
  const reveal = useRevealReservation(product, reservation.id);
  const [form, setForm] = useState<ReservationAction | null>(null);
  const isGuest = reservation.kind === 'GUEST';
  return (
    <>
      <ReservationActionBar {...props} onForm={setForm} openForm={form} />
      <ExtensionCard reservation={reservation} />
      {/* Texts of other features load later: only the parts that need them wait. */}
      <Suspense fallback={null}>
        {form !== null && (
          <ActionForm key={form} action={form} {...props} guest={reveal.data ?? null} onDone={() => setForm(null)} />
        )}
      </Suspense>
      {isGuest && (
        <Section title={t('drawer.guest')}>
          <GuestLines reservation={reservation} reveal={reveal} />
        </Section>
      )}
      {hasAccess(reservation) && <WayIn {...props} guestPhone={reveal.data?.guestPhone ?? null} />}
      {isGuest && (
        <Section title={t('guestAccess.title')}>
          <GuestAccessCard key={reservation.id} reservation={reservation} />
        </Section>
      )}
      {reservation.memo !== '' && (
        <Section title={t('create.memo')}>
          <Box sx={{ typography: 'body2', whiteSpace: 'pre-wrap' }}>{reservation.memo}</Box>
        </Section>
      )}
      {isGuest && <Price reservation={reservation} />}
      <Suspense fallback={null}>
        {isGuest && can('messages:read') && <PaymentLinkAction key={reservation.id} reservation={reservation} />}
      </Suspense>
      <Suspense fallback={null}>
        {isGuest && (
          <ReservationPayments
            reservation={reservation}
            onChanged={() => void client.invalidateQueries({ queryKey: detailKey(product, reservation.id) })}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {isGuest && <ReservationRating reservationId={reservation.id} />}
        {isGuest && can('messages:read') && <ReservationMessages reservationId={reservation.id} />}
      </Suspense>
      <Section title={t('drawer.history')}>
        <HistoryLines reservation={reservation} rooms={rooms} />
      </Section>
    </>
  );
}

function WayIn({ guestPhone, ...props }: DrawerProps & { readonly guestPhone: string | null }) {
  const { reservation, store } = props;
  const { t } = useTranslation('reservations');
  const roomName = useRoomName(props);
  return (
    <Section title={t('access.title')}>
      <Suspense fallback={null}>
        <Obstacles storeId={reservation.storeId} reservationId={reservation.id} roomName={roomName} />
        <EntryChecks reservation={reservation} />
      </Suspense>
      <Suspense fallback={null}>
        <AccessCard reservation={reservation} store={store} roomName={roomName} guestPhone={guestPhone} />
      </Suspense>
    </Section>
  );
}

const beside = {
  display: 'flex',
  justifyContent: 'space-between',
  typography: 'body2',
  fontVariantNumeric: 'tabular-nums',
} as const;

function Price({ reservation }: Pick<DrawerProps, 'reservation'>) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  return (
    <Section title={t('drawer.price')}>
      <ReservationPriceLines
        lines={reservation.priceLines}
        addOnLines={reservation.addOnLines}
        discount={reservation.discount}
        total={reservation.priceAmount}
      />
      <Box sx={{ ...beside, mt: 0.5 }}>
        <span>{isPaid(reservation) ? t('list.paids.yes') : t('list.paids.no')}</span>
        <span>{t('drawer.paidOf', { paid: format.money(reservation.paidAmount) })}</span>
      </Box>
      {reservation.refundAmount !== null && (
        <Box sx={beside}>
          <span>{t('drawer.refund', { percent: reservation.refundPercent ?? 0 })}</span>
          <span>{format.money(reservation.refundAmount)}</span>
        </Box>
      )}
    </Section>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box component="section" aria-label={title}>
      <Box component="h3" sx={{ typography: 'subtitle2', color: 'text.secondary', m: 0, mb: 0.75 }}>
        {title}
      </Box>
      {children}
    </Box>
  );
}
