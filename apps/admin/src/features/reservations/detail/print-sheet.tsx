import './print.css';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormat, useFormatIn } from '../../../ui/format.ts';
import { formatReservationName, useReservationWords } from '../reservation-words.ts';
import type { DrawerProps } from './drawer-props.ts';

/** A reservation on paper: only what a person at the counter needs. Opens the browser's print dialog. */
export function PrintSheet({ reservation, store, rooms, onPrinted }: DrawerProps & { readonly onPrinted: () => void }) {
  const { t } = useTranslation('reservations');
  const format = useFormatIn(store.timeZone);
  const [printedAt] = useState(() => new Date().toISOString());
  usePrintDialog(onPrinted);
  const period = format.fixedPeriod(reservation.startsAt, reservation.endsAt);
  const facts = useFacts({ reservation, rooms, period });
  return createPortal(
    <div className="print-sheet" data-testid="print-sheet">
      <h1>{store.name}</h1>
      <p>
        {store.address} {store.phone}
      </p>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {reservation.kind === 'GUEST' && <PriceTable reservation={reservation} />}
      <p>{t('drawer.printedAt', { at: format.fixedDateTime(printedAt) })}</p>
    </div>,
    document.body,
  );
}

function usePrintDialog(onPrinted: () => void): void {
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true });
    // Waits one turn of the event loop, until the sheet is on the page.
    const timer = setTimeout(() => window.print());
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', onPrinted);
    };
  }, [onPrinted]);
}

type Fact = readonly [label: string, value: string];

interface FactsInput extends Pick<DrawerProps, 'reservation' | 'rooms'> {
  readonly period: string;
}

function useFacts({ reservation, rooms, period }: FactsInput): readonly Fact[] {
  const { t } = useTranslation('reservations');
  const words = useReservationWords();
  const roomName = rooms.find((room) => room.id === reservation.roomId)?.name ?? t('drawer.oldRoom');
  const guestFacts: readonly Fact[] = [
    [t('drawer.guest'), `${formatReservationName(t, reservation)} ${reservation.guestPhone}`],
    [t('create.headCount'), t('board.people', { count: reservation.headCount })],
  ];
  const blockFacts: readonly Fact[] = [[t('create.blockReason'), words.name(reservation)]];
  const memoFacts: readonly Fact[] = reservation.memo === '' ? [] : [[t('create.memo'), reservation.memo]];
  return [
    [t('list.column.code'), reservation.code],
    [t('list.column.state'), words.state(reservation.state)],
    [t('create.room'), roomName],
    [t('list.column.period'), period],
    ...(reservation.kind === 'GUEST' ? guestFacts : blockFacts),
    ...memoFacts,
  ];
}

function PriceTable({ reservation }: Pick<DrawerProps, 'reservation'>) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const { addOnLines, discount } = reservation;
  return (
    <table>
      <tbody>
        {reservation.priceLines.map((line) => (
          <tr key={`${line.policyId} ${line.startsAt}`}>
            <th scope="row">
              {line.label} {format.time(line.startsAt)}–{format.time(line.endsAt)}
            </th>
            <td>{format.money(line.amount)}</td>
          </tr>
        ))}
        {addOnLines.map((line) => (
          <tr key={line.addOnId}>
            <th scope="row">
              {line.label} × {format.number(line.quantity)}
            </th>
            <td>{format.money(line.amount)}</td>
          </tr>
        ))}
        {discount !== null && (
          <tr>
            <th scope="row">
              {t('price.discount', { name: discount.name })} ({discount.code})
            </th>
            <td>−{format.money(discount.amount)}</td>
          </tr>
        )}
        <tr>
          <th scope="row">{t('price.total')}</th>
          <td>{format.money(reservation.priceAmount)}</td>
        </tr>
        <tr>
          <th scope="row">{t('drawer.paid')}</th>
          <td>{format.money(reservation.paidAmount)}</td>
        </tr>
      </tbody>
    </table>
  );
}
