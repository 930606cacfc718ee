import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { RoomOpener } from '../../doors/index.ts';
import { PaymentLinkAction, RecentMessage, ReservationMessages } from '../../messages/index.ts';
import { ReservationPayments } from '../../payments/index.ts';
import { ReservationRating } from '../../ratings/index.ts';
import { ReservationPriceLines } from '../create/reservation-price-lines.tsx';
import { AccessCard, hasAccess } from './access/access-card.tsx';
import { ReservationActionBar } from './reservation-action-bar.tsx';
import { ActionForm } from './action-form.tsx';
import { detailKey } from './detail-cache.ts';
import { useRevealReservation } from './drawer.api.ts';
import { DrawerHead } from './drawer-head.tsx';
import type { DrawerProps } from './drawer-props.ts';
import { EntryChecks } from './access/entry-checks.tsx';
import { ExtensionCard } from './change/extension-card.tsx';
import { Fold } from './fold.tsx';
import { GuestAccessCard } from './access/guest-access-card.tsx';
import { Obstacles } from './access/obstacles.tsx';
import { HistoryLines } from './history-lines.tsx';
import { useReservationLead, type ReservationLead } from './reservation-lead.ts';
import type { ReservationAction } from './reservation-actions.ts';

/**
 * A reservation from its guest to its history. What it needs now leads: its payment, its code, or its door inside the
 * access window (RV-60). An ordinary stay is read without scrolling; what is read rarely is folded.
 */
export function DrawerBody(props: DrawerProps) {
  const { reservation, rooms } = props;
  const reveal = useRevealReservation(useProduct(), reservation.id);
  const lead = useReservationLead(reservation);
  const room = rooms.find(({ id }) => id === reservation.roomId);
  const below = lead === null ? null : <Below {...props} lead={lead} reveal={reveal} />;
  return (
    <Box
      data-testid="drawer-body"
      data-need={lead?.need ?? 'NONE'}
      data-opening={lead?.opening ?? ''}
      sx={{ px: 2, py: 1.5, display: 'grid', gap: 1.25, alignContent: 'start' }}
    >
      <DrawerHead {...props} reveal={reveal} />
      {lead === null ? (
        <Box className="room-openers" aria-busy="true" sx={{ minHeight: 44 }} />
      ) : room === undefined || lead.opening === 'MENU' ? (
        below
      ) : (
        <RoomOpener room={room} isWayIn isLeading={lead.opening === 'LEADS'}>
          {below}
        </RoomOpener>
      )}
    </Box>
  );
}

interface BelowProps extends DrawerProps {
  readonly lead: ReservationLead;
  readonly reveal: ReturnType<typeof useRevealReservation>;
}

/** The payments and the code, the actions with their forms, and what is read rarely. */
function Below({ lead, reveal, ...props }: BelowProps) {
  const { reservation } = props;
  const { t } = useTranslation('reservations');
  const can = useCan();
  const [form, setForm] = useState<ReservationAction | null>(null);
  const isGuest = reservation.kind === 'GUEST';
  return (
    <>
      {isGuest && <Money reservation={reservation} />}
      {hasAccess(reservation) && (
        <WayIn {...props} isLeading={lead.need === 'GIVE_CODE'} guestPhone={reveal.data?.guestPhone ?? null} />
      )}
      <ReservationActionBar {...props} lead={lead} onForm={setForm} openForm={form} />
      <Suspense fallback={null}>
        {isGuest && can('messages:read') && <RecentMessage reservationId={reservation.id} />}
      </Suspense>
      <ExtensionCard reservation={reservation} />
      {/* Texts of other features load later: only the parts that need them wait. */}
      <Suspense fallback={null}>
        {form !== null && (
          <ActionForm key={form} action={form} {...props} guest={reveal.data ?? null} onDone={() => setForm(null)} />
        )}
      </Suspense>
      {reservation.memo !== '' && (
        <Section title={t('create.memo')}>
          <Box sx={{ typography: 'body2', whiteSpace: 'pre-wrap' }}>{reservation.memo}</Box>
        </Section>
      )}
      <Rarely {...props} />
    </>
  );
}

/** The payments of a guest, with what can be sent to them while money is due. */
function Money({ reservation }: Pick<DrawerProps, 'reservation'>) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const product = useProduct();
  const can = useCan();
  const client = useQueryClient();
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={100} />}>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <ReservationPayments
          reservation={reservation}
          onChanged={() => void client.invalidateQueries({ queryKey: detailKey(product, reservation.id) })}
        />
        {reservation.refundAmount !== null && (
          <Box sx={beside}>
            <span>{t('drawer.refund', { percent: reservation.refundPercent ?? 0 })}</span>
            <span>{format.money(reservation.refundAmount)}</span>
          </Box>
        )}
        {can('messages:read') && <PaymentLinkAction key={reservation.id} reservation={reservation} />}
      </Box>
    </Suspense>
  );
}

/** The rating, and folded: the price, the guest's link, the messages and the history. */
function Rarely({ reservation, rooms }: DrawerProps) {
  const { t } = useTranslation('reservations');
  const can = useCan();
  const isGuest = reservation.kind === 'GUEST';
  return (
    <Box sx={{ display: 'grid' }}>
      <Suspense fallback={null}>{isGuest && <ReservationRating reservationId={reservation.id} />}</Suspense>
      {isGuest && <Price reservation={reservation} />}
      {isGuest && (
        <Fold title={t('guestAccess.title')} testId="fold-guest-access">
          <GuestAccessCard key={reservation.id} reservation={reservation} />
        </Fold>
      )}
      {isGuest && can('messages:read') && (
        <Fold title={t('drawer.messages')} testId="fold-messages">
          <Suspense fallback={null}>
            <ReservationMessages reservationId={reservation.id} />
          </Suspense>
        </Fold>
      )}
      <Fold title={t('drawer.history')} testId="fold-history">
        <HistoryLines reservation={reservation} rooms={rooms} />
      </Fold>
    </Box>
  );
}

interface WayInProps extends DrawerProps {
  readonly guestPhone: string | null;
  readonly isLeading: boolean;
}

function WayIn(props: WayInProps) {
  const { reservation, rooms } = props;
  const { t } = useTranslation('reservations');
  const roomName = rooms.find(({ id }) => id === reservation.roomId)?.name ?? t('drawer.oldRoom');
  return (
    <Section title={t('access.title')}>
      <Suspense fallback={null}>
        <Obstacles storeId={reservation.storeId} reservationId={reservation.id} />
        <AccessCard {...props} roomName={roomName} />
        <EntryChecks reservation={reservation} />
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
  return (
    <Fold title={t('drawer.price')} testId="fold-price">
      <ReservationPriceLines
        lines={reservation.priceLines}
        addOnLines={reservation.addOnLines}
        discount={reservation.discount}
        total={reservation.priceAmount}
      />
    </Fold>
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
