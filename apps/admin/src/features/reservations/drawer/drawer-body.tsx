import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../app/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { RoomOpener } from '../../doors/index.ts';
import { ReservationPayments } from '../../payments/index.ts';
import { usePeriodWords } from '../create/period-words.ts';
import { PriceLines } from '../create/price-lines.tsx';
import { minutesOf } from '../create/slot-times.ts';
import { isPaid } from '../list/list-filter.ts';
import { nameOfReservation } from '../reservation-words.ts';
import { AccessCard, hasAccess } from './access-card.tsx';
import { ActionBar } from './action-bar.tsx';
import { ActionForm } from './action-form.tsx';
import { detailKey } from './detail-cache.ts';
import { useReveal } from './drawer.api.ts';
import type { DrawerProps } from './drawer-props.ts';
import { EntryChecks } from './entry-checks.tsx';
import { ExtensionCard } from './extension-card.tsx';
import { GuestLines } from './guest-lines.tsx';
import { Obstacles } from './obstacles.tsx';
import { HistoryLines } from './history-lines.tsx';
import { HoldCountdown } from './hold-countdown.tsx';
import type { ReservationAction } from './reservation-actions.ts';
import { StateChip } from './state-chip.tsx';

/** A reservation from its code to its history, with the actions below its head. */
export function DrawerBody(props: DrawerProps) {
  const { reservation: it, rooms } = props;
  const room = rooms.find(({ id }) => id === it.roomId);
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

function useRoomName({ reservation: it, rooms }: DrawerProps): string {
  const { t } = useTranslation('reservations');
  return rooms.find(({ id }) => id === it.roomId)?.name ?? t('drawer.oldRoom');
}

function Head(props: DrawerProps) {
  const { reservation: it, store } = props;
  const { t } = useTranslation('reservations');
  const words = usePeriodWords();
  const roomName = useRoomName(props);
  return (
    <Box component="header" sx={{ display: 'grid', gap: 0.5, pr: 5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, typography: 'body2' }}>
        <StateChip state={it.state} />
        <Box
          component="span"
          sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
          data-testid="reservation-code"
        >
          {it.code}
        </Box>
      </Box>
      <Box component="h2" sx={{ typography: 'h6', m: 0 }}>
        {nameOfReservation(t, it)}
      </Box>
      <Box sx={{ typography: 'subtitle1', fontVariantNumeric: 'tabular-nums' }} data-testid="reservation-place">
        {roomName} · {words.period(it.startsAt, it.endsAt)}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        {store.name} · {words.length(minutesOf(it))}
        {it.kind === 'GUEST' && ` · ${t(`channel.${it.channel}`)}`}
        {it.seriesId !== null && ` · ${t('board.series')}`}
      </Box>
      {it.state === 'PENDING' && it.holdExpiresAt !== null && <HoldCountdown until={it.holdExpiresAt} />}
    </Box>
  );
}

/** The actions with their forms, then what is known of the guest, the way in, the money and the history. */
function Below(props: DrawerProps) {
  const { reservation: it, rooms } = props;
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const client = useQueryClient();
  const reveal = useReveal(product, it.id);
  const [form, setForm] = useState<ReservationAction | null>(null);
  const isGuest = it.kind === 'GUEST';
  return (
    <>
      <ActionBar {...props} onForm={setForm} openForm={form} />
      <ExtensionCard reservation={it} />
      {/* Texts of other features load later: only the parts that need them wait. */}
      <Suspense fallback={null}>
        {form !== null && (
          <ActionForm key={form} action={form} {...props} guest={reveal.data ?? null} onDone={() => setForm(null)} />
        )}
      </Suspense>
      {isGuest && (
        <Section title={t('drawer.guest')}>
          <GuestLines reservation={it} reveal={reveal} />
        </Section>
      )}
      {hasAccess(it) && <WayIn {...props} guestPhone={reveal.data?.guestPhone ?? null} />}
      {it.memo !== '' && (
        <Section title={t('create.memo')}>
          <Box sx={{ typography: 'body2', whiteSpace: 'pre-wrap' }}>{it.memo}</Box>
        </Section>
      )}
      {isGuest && <Price reservation={it} />}
      <Suspense fallback={null}>
        {isGuest && (
          <ReservationPayments
            reservation={it}
            onChanged={() => void client.invalidateQueries({ queryKey: detailKey(product, it.id) })}
          />
        )}
      </Suspense>
      <Section title={t('drawer.history')}>
        <HistoryLines reservation={it} rooms={rooms} />
      </Section>
    </>
  );
}

function WayIn({ guestPhone, ...props }: DrawerProps & { readonly guestPhone: string | null }) {
  const { reservation: it, store } = props;
  const { t } = useTranslation('reservations');
  const roomName = useRoomName(props);
  return (
    <Section title={t('access.title')}>
      <Suspense fallback={null}>
        <Obstacles storeId={it.storeId} reservationId={it.id} />
        <EntryChecks reservation={it} />
      </Suspense>
      <Suspense fallback={null}>
        <AccessCard reservation={it} store={store} roomName={roomName} guestPhone={guestPhone} />
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

function Price({ reservation: it }: Pick<DrawerProps, 'reservation'>) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  return (
    <Section title={t('drawer.price')}>
      <PriceLines lines={it.priceLines} total={it.priceAmount} />
      <Box sx={{ ...beside, mt: 0.5 }}>
        <span>{isPaid(it) ? t('list.paids.yes') : t('list.paids.no')}</span>
        <span>{t('drawer.paidOf', { paid: format.money(it.paidAmount) })}</span>
      </Box>
      {it.refundAmount !== null && (
        <Box sx={beside}>
          <span>{t('drawer.refund', { percent: it.refundPercent ?? 0 })}</span>
          <span>{format.money(it.refundAmount)}</span>
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
