import type { Notification } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { KindChip } from '../kind-chip.tsx';
import { isUnconfirmed } from './lookup-filter.ts';

interface RowChoice {
  readonly isSelected: boolean;
  readonly isBusy: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onConfirm: () => void;
}

interface LookupRowProps {
  readonly notification: Notification;
  readonly choice: RowChoice | null;
}

/** The row of one notification. `choice` is absent for people who cannot confirm it. */
export function LookupRow({ notification, choice }: LookupRowProps) {
  const { t } = useTranslation('notification-lookup');
  const format = useFormat();
  const { text, details, amount, createdAt } = notification;
  const waits = isUnconfirmed(notification);
  return (
    <tr
      data-testid="lookup-row"
      data-notification={notification.id}
      data-waits={waits}
      data-selected={choice?.isSelected ?? false}
    >
      {choice !== null && <td data-column="select">{waits && <RowCheckbox text={text} choice={choice} />}</td>}
      <td data-column="kind">
        <KindChip kind={notification.kind} />
      </td>
      <td data-column="text">
        {text}
        <span className="under">{details?.storeName}</span>
      </td>
      <td data-column="reservation">
        <ReservationLink notification={notification} />
      </td>
      <td data-column="amount">
        {amount === null ? <span className="none">{t('noAmount')}</span> : format.money(amount)}
      </td>
      <td data-column="createdAt">
        <time dateTime={createdAt}>
          {format.relative(createdAt)}
          <span className="under">{format.dateTime(createdAt)}</span>
        </time>
      </td>
      <StateCell notification={notification} choice={choice} />
    </tr>
  );
}

function RowCheckbox({ text, choice }: { readonly text: string; readonly choice: RowChoice }) {
  const { t } = useTranslation('notification-lookup');
  return (
    <label>
      <input
        type="checkbox"
        data-row-stop=""
        checked={choice.isSelected}
        aria-label={t('select.one', { text })}
        onChange={(event) => choice.onSelect(event.target.checked)}
      />
    </label>
  );
}

/** The person who confirmed the notification, or the button that confirms it. */
function StateCell({ notification, choice }: LookupRowProps) {
  const { t } = useTranslation('notification-lookup');
  const waits = isUnconfirmed(notification);
  const state = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    // The focused button has disappeared, so the focus moves to the row's state and the keyboard stays in place.
    if (!waits && hadFocus.current) state.current?.focus();
    hadFocus.current = false;
  }, [waits]);
  return (
    <td data-column="state">
      {!waits && <Confirmed notification={notification} focusRef={state} />}
      {waits && choice === null && t('state.unconfirmed')}
      {waits && choice !== null && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-label={t('confirm.oneNamed', { text: notification.text })}
          aria-disabled={choice.isBusy}
          sx={{ minHeight: 36, bgcolor: 'background.paper' }}
          onClick={(event) => {
            hadFocus.current = event.currentTarget === document.activeElement;
            if (!choice.isBusy) choice.onConfirm();
          }}
        >
          {t('confirm.one')}
        </Button>
      )}
    </td>
  );
}

function ReservationLink({
  notification: { storeId, reservationId, details },
}: {
  readonly notification: Notification;
}) {
  const { t } = useTranslation('notification-lookup');
  const format = useFormat();
  const reservation = details?.reservation ?? null;
  if (reservation === null || reservationId === null) return <span className="none">{t('noReservation')}</span>;
  return (
    <>
      <Link to={`/dashboard/reservation?store=${storeId}&reservation=${reservationId}`}>{reservation.code}</Link>
      <span className="under">
        {reservation.roomName} · {format.dateTime(reservation.startsAt)}
      </span>
    </>
  );
}

function Confirmed({
  notification: { confirmedAt, confirmedBy, details },
  focusRef,
}: {
  readonly notification: Notification;
  readonly focusRef: RefObject<HTMLSpanElement | null>;
}) {
  const { t } = useTranslation('notification-lookup');
  const format = useFormat();
  const name = details?.confirmedByName ?? null;
  return (
    <Box component="span" ref={focusRef} tabIndex={-1} sx={{ display: 'inline-block' }}>
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
        <Icon name="check" size={16} />
        {confirmedBy === null
          ? t('confirm.automatic')
          : name === null
            ? t('confirm.unknown')
            : t('confirm.by', { name })}
      </Box>
      {confirmedAt !== null && <span className="under">{format.dateTime(confirmedAt)}</span>}
    </Box>
  );
}
