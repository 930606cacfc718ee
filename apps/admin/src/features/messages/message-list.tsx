import type { Message } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../ui/format.ts';
import { OPENING_ROWS, RecordTable, recordTableStyles } from '../../ui/list/record-table.tsx';
import { MessageStateChip } from './message-state.tsx';
import { useMessageWords } from './message-words.ts';

interface MessageListProps {
  readonly items: readonly Message[];
  /** Whether rows name their store, because the list has several. */
  readonly showsStore: boolean;
  readonly onOpen: (messageId: string) => void;
}

const COLUMNS = ['sentAt', 'kind', 'guest', 'reservation', 'channel', 'state'] as const;

/** The messages of the log. A click anywhere on a row opens it. */
export function MessageList({ items, showsStore, onOpen }: MessageListProps) {
  const { t } = useTranslation('messages');
  return (
    <RecordTable
      testId="message-table"
      columns={COLUMNS}
      heading={(column) => t(`column.${column}`)}
      sx={MESSAGE_TABLE}
    >
      {items.map((message) => (
        <MessageRow key={message.id} message={message} showsStore={showsStore} onOpen={() => onOpen(message.id)} />
      ))}
    </RecordTable>
  );
}

interface MessageRowProps {
  readonly message: Message;
  readonly showsStore: boolean;
  readonly onOpen: () => void;
}

function MessageRow({ message, showsStore, onOpen }: MessageRowProps) {
  const { t } = useTranslation('messages');
  const words = useMessageWords();
  const format = useFormat();
  const { kind, guestName, recipient, channel, state, error } = message;
  const at = words.at(message);
  const planned = words.planned(message);
  const note = state === 'DELIVERED' || state === 'ACCEPTED' ? '' : words.error(error) || words.sendAt(message);
  return (
    <tr data-testid="message-row" data-state={state} data-kind={kind}>
      <td data-column="sentAt">
        <time dateTime={at}>{format.dateTime(at)}</time>
        {planned !== '' && <span className="under">{planned}</span>}
      </td>
      <td data-column="kind">
        <button
          type="button"
          className="link opener"
          aria-label={t('open', { kind: t(`kind.${kind}`), guest: guestName, when: format.dateTime(at) })}
          onClick={onOpen}
        >
          {t(`kind.${kind}`)}
        </button>
        {message.resendOf !== null && <span className="under">{t('isResent')}</span>}
      </td>
      <td data-column="guest">
        {guestName}
        <span className="under">{recipient}</span>
      </td>
      <td data-column="reservation">
        <Link to={reservationPath(message)}>{message.reservationCode}</Link>
        {showsStore && <span className="under">{message.storeName}</span>}
      </td>
      <td data-column="channel">{words.channel(channel)}</td>
      <td data-column="state">
        <MessageStateChip state={state} />
        {note !== '' && <span className="under">{note}</span>}
      </td>
    </tr>
  );
}

/** The path that opens the reservation of a message. */
export function reservationPath({ storeId, reservationId }: Pick<Message, 'storeId' | 'reservationId'>): string {
  return `/dashboard/reservation?store=${storeId}&reservation=${reservationId}`;
}

const MESSAGE_TABLE = recordTableStyles(
  {
    ...OPENING_ROWS,
    tableLayout: { md: 'fixed' },
    '& th, & td': { overflowWrap: 'anywhere' },
    '& th[data-column=sentAt]': { width: 150 },
    '& th[data-column=channel]': { width: 130 },
    '& th[data-column=state]': { width: '22%' },
    '& [data-column=sentAt]': { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
    '& .under': { mt: 0.25 },
    '& a': {
      fontWeight: 600,
      display: 'inline-block',
      minHeight: 24,
      fontVariantNumeric: 'tabular-nums',
    },
  },
  {
    '& tbody tr': { rowGap: 0.5 },
    '& [data-column=kind]': { gridColumn: 1, gridRow: 1, '& .under': { display: 'inline', ml: 1 } },
    '& [data-column=state]': { gridColumn: '1 / -1', gridRow: 4 },
    '& [data-column=guest]': { gridColumn: '1 / -1', gridRow: 2, '& .under': { display: 'inline', ml: 1 } },
    '& [data-column=reservation]': { gridColumn: 1, gridRow: 3, '& .under': { display: 'inline', ml: 1 } },
    '& [data-column=channel]': { gridColumn: 2, gridRow: 3, color: 'text.secondary', textAlign: 'end' },
    '& [data-column=sentAt]': { gridColumn: 2, gridRow: 1, color: 'text.secondary', textAlign: 'end' },
  },
);
