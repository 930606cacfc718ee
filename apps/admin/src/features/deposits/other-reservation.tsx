import type { Deposit, Reservation } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { MAX_SEARCH_RESULTS, useSearchReservations } from './deposits.api.ts';
import { PickRow, type PickableReservation } from './pick-row.tsx';

/** The id of the field, which the key c focuses. */
export const OTHER_RESERVATION_ID = 'other-reservation';

interface OtherReservationProps {
  readonly deposit: Pick<Deposit, 'storeId'>;
  readonly isBusy: boolean;
  readonly onPick: (reservation: PickableReservation) => void;
}

/** Finds any reservation of the deposit's store by code, name or phone: for a deposit without a matching candidate. */
export function OtherReservation({ deposit, isBusy, onPick }: OtherReservationProps) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  const found = useSearchReservations(useProduct(), { storeId: deposit.storeId, query });

  function find(event: FormEvent): void {
    event.preventDefault();
    setQuery(typed.trim());
  }

  return (
    <Box
      id={OTHER_RESERVATION_ID}
      component="form"
      role="search"
      aria-label={t('other.label')}
      onSubmit={find}
      sx={{ display: 'grid', gap: 1 }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', maxWidth: 480 }}>
        <TextInput label={t('other.label')} value={typed} onChange={setTyped} maxLength={60} hint={t('other.hint')} />
        <Button type="submit" variant="outlined" color="inherit" sx={{ flexShrink: 0 }}>
          {t('other.find')}
        </Button>
      </Box>
      <ProblemAlert error={found.error} />
      <Box role="status" sx={{ typography: 'body2' }}>
        {query !== '' && found.data?.items.length === 0 && t('other.none')}
        {query !== '' &&
          found.data !== undefined &&
          found.data.nextCursor !== null &&
          t('other.more', { most: format.number(MAX_SEARCH_RESULTS) })}
      </Box>
      {query !== '' && found.data !== undefined && found.data.items.length > 0 && (
        <FoundReservations reservations={found.data.items} isBusy={isBusy} onPick={onPick} />
      )}
    </Box>
  );
}

interface FoundReservationsProps extends Pick<OtherReservationProps, 'isBusy' | 'onPick'> {
  readonly reservations: readonly Reservation[];
}

function FoundReservations({ reservations, isBusy, onPick }: FoundReservationsProps) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  return (
    <Box component="ol" aria-label={t('other.found')} sx={{ ...PLAIN_LIST, display: 'grid', gap: 1 }}>
      {reservations.map((reservation) => {
        const found = pickable(reservation);
        const { id, code, guestName, guestPhone, startsAt } = reservation;
        return (
          <PickRow
            key={id}
            reservation={found}
            isBusy={isBusy}
            onPick={() => onPick(found)}
            title={`${guestName} · ${found.dueAmount > 0 ? t('due', { amount: format.money(found.dueAmount) }) : t('other.paid')}`}
            text={[code, guestPhone, format.dateTime(startsAt)].filter((part) => part !== '').join(' · ')}
          />
        );
      })}
    </Box>
  );
}

function pickable({ id, code, state, priceAmount, paidAmount, waivedAmount }: Reservation): PickableReservation {
  return {
    reservationId: id,
    code,
    dueAmount: Math.max(0, priceAmount - paidAmount - waivedAmount),
    isPayable: state !== 'CANCELLED' && state !== 'EXPIRED',
  };
}
