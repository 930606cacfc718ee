import './print.css';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format.ts';
import { useReservationWords } from '../reservation-words.ts';
import { nameOfReservation } from '../reservation-words.ts';
import type { DrawerProps } from './drawer-props.ts';

/** A reservation on paper: only what a person at the counter needs. Opens the browser's print dialog. */
export function PrintSheet({
  reservation: it,
  store,
  rooms,
  onPrinted,
}: DrawerProps & { readonly onPrinted: () => void }) {
  const { t, i18n } = useTranslation('reservations');
  const format = useFormat();
  const words = useReservationWords();
  const [printedAt] = useState(() => new Date());
  // Paper needs full dates instead of "today".
  const full = new Intl.DateTimeFormat(i18n.resolvedLanguage === 'en' ? 'en-US' : 'ko-KR', {
    timeZone: store.timeZone,
    dateStyle: 'full',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true });
    // One turn later: the sheet is on the page then.
    const timer = setTimeout(() => window.print());
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', onPrinted);
    };
  }, [onPrinted]);
  const facts: readonly (readonly [string, string])[] = [
    [t('list.column.code'), it.code],
    [t('list.column.state'), words.state(it.state)],
    [t('create.room'), rooms.find((room) => room.id === it.roomId)?.name ?? t('drawer.oldRoom')],
    [t('list.column.period'), full.formatRange(new Date(it.startsAt), new Date(it.endsAt))],
    ...(it.kind === 'GUEST'
      ? ([
          [t('drawer.guest'), `${nameOfReservation(t, it)} ${it.guestPhone}`],
          [t('create.headCount'), t('board.people', { count: it.headCount })],
        ] as const)
      : [[t('create.blockReason'), words.name(it)] as const]),
    ...(it.memo === '' ? [] : [[t('create.memo'), it.memo] as const]),
  ];
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
      {it.kind === 'GUEST' && (
        <table>
          <tbody>
            {it.priceLines.map((line) => (
              <tr key={`${line.policyId} ${line.startsAt}`}>
                <th scope="row">
                  {line.label} {format.time(line.startsAt)}–{format.time(line.endsAt)}
                </th>
                <td>{format.money(line.amount)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">{t('price.total')}</th>
              <td>{format.money(it.priceAmount)}</td>
            </tr>
            <tr>
              <th scope="row">{t('drawer.paid')}</th>
              <td>{format.money(it.paidAmount)}</td>
            </tr>
          </tbody>
        </table>
      )}
      <p>{t('drawer.printedAt', { at: full.format(printedAt) })}</p>
    </div>,
    document.body,
  );
}
