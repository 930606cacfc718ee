import type { ReservationDetail, Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { AgeCheckLines } from '../../age-checks/index.ts';
import { DoorStrip } from '../../doors/index.ts';
import { RecordPayment } from '../../payments/index.ts';
import { useAccess } from '../detail/access/access.api.ts';
import { detailKey } from '../detail/detail-cache.ts';
import { useReservationUndo } from '../reservation-undo.ts';

interface WalkInSheetProps {
  readonly reservation: ReservationDetail;
  readonly room: Pick<Room, 'name'>;
  readonly onUndone: () => void;
}

/** The sheet after a walk-in is reserved: the doors on the way to its room, each with its button, and the payment. */
export function WalkInSheet({ reservation, room, onUndone }: WalkInSheetProps) {
  const { t } = useTranslation('reservations');
  const product = useProduct();
  const client = useQueryClient();
  const can = useCan();
  const { undo, withdraw } = useReservationUndo(product);
  const [isPaid, setIsPaid] = useState(false);
  const [isUndoing, setIsUndoing] = useState(false);

  async function withdrawWalkIn(): Promise<void> {
    if (isUndoing) return;
    setIsUndoing(true);
    if (await undo(() => withdraw(reservation))) onUndone();
    else setIsUndoing(false);
  }
  function notePaid(): void {
    setIsPaid(true);
    void client.invalidateQueries({ queryKey: detailKey(product, reservation.id) });
  }

  return (
    <>
      <StaySummary reservation={reservation} room={room} />
      <Suspense fallback={null}>
        <AgeCheckLines reservationId={reservation.id} version={reservation.version} />
      </Suspense>
      {/* A payment that was recorded is refunded, not undone. */}
      {!isPaid && (
        <Button
          color="inherit"
          variant="outlined"
          aria-disabled={isUndoing}
          onClick={() => void withdrawWalkIn()}
          sx={{ justifySelf: 'start' }}
        >
          {t('undo.act')}
        </Button>
      )}
      {can('doors:read') && (
        <Section title={t('walkIn.doors')}>
          <Doors reservation={reservation} isLeading={isPaid || reservation.priceAmount === 0} />
        </Section>
      )}
      {can('payments:write') && reservation.priceAmount > 0 && (
        <Section title={t('walkIn.payment')}>
          {/* Its texts load with it. */}
          <Suspense fallback={null}>
            <RecordPayment reservationId={reservation.id} dueAmount={reservation.priceAmount} onPaid={notePaid} />
          </Suspense>
        </Section>
      )}
    </>
  );
}

function StaySummary({ reservation, room }: Pick<WalkInSheetProps, 'reservation' | 'room'>) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  return (
    <Box role="status" data-testid="walk-in-made">
      <Box component="h3" sx={{ typography: 'subtitle1', m: 0, overflowWrap: 'anywhere' }}>
        {t('walkIn.made', { room: room.name })}
      </Box>
      <Box sx={{ typography: 'body1', fontVariantNumeric: 'tabular-nums' }}>
        {t('walkIn.stay', {
          from: format.time(reservation.startsAt),
          to: format.time(reservation.endsAt),
          amount: format.money(reservation.priceAmount),
        })}
      </Box>
    </Box>
  );
}

interface DoorsProps {
  readonly reservation: ReservationDetail;
  /** The guest has paid, so that opening is next (RV-60). */
  readonly isLeading: boolean;
}

function Doors({ reservation: { id, storeId }, isLeading }: DoorsProps) {
  const { t } = useTranslation('reservations');
  const access = useAccess(useProduct(), id);
  if (access.data === undefined) return <ProblemAlert error={access.error} />;
  if (access.data.doors.length === 0) return <Box sx={{ typography: 'body2' }}>{t('access.noDoors')}</Box>;
  return access.data.doors.map(({ doorId }) => (
    <DoorStrip key={doorId} storeId={storeId} doorId={doorId} isLeading={isLeading} />
  ));
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 1 }}>
      <Box component="h4" sx={{ typography: 'subtitle2', color: 'text.secondary', m: 0 }}>
        {title}
      </Box>
      {children}
    </Box>
  );
}
