import './waiting-card.css';
import type { Notification } from '@munjigi/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useConfirm } from './lookup/lookup.api.ts';
import { LOOKUP_PATH } from './notification-roles.ts';

interface WaitingCardProps {
  readonly storeId: string | null;
  readonly stores: readonly { id: string; name: string }[];
  /** Part of the query key: changes when a notification arrives or is confirmed, which reads the list again. */
  readonly moment: string;
  /** The number of shown notifications. */
  readonly most: number;
  /** Shown while the list loads. */
  readonly place: ReactNode;
}

/**
 * The number of unconfirmed notifications, the three newest with a button each, and the link to all. Styled by the
 * plain style sheets, because the first screen shows it.
 */
export function WaitingCard({ storeId, stores, moment, most, place }: WaitingCardProps) {
  const { t } = useTranslation('notification-lookup');
  const product = useProduct();
  const waiting = useQuery({
    queryKey: ['notifications-waiting', product, storeId, moment],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/payment/notification', {
        params: { product },
        query: { state: 'unconfirmed', page: '0', limit: String(most), ...(storeId !== null && { storeId }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  }).data;
  if (waiting === undefined) return place;
  if (waiting.total === 0) return null;
  const search = new URLSearchParams({ state: 'unconfirmed', ...(storeId !== null && { store: storeId }) }).toString();
  return (
    <section className="panel waiting" aria-labelledby="waiting-notifications" data-testid="waiting-notifications">
      <h2 id="waiting-notifications">
        <Link to={`${LOOKUP_PATH}?${search}`}>
          {t('waiting.title', { count: waiting.total })}
          <Icon name="chevron" size={16} />
        </Link>
      </h2>
      <ul>
        {waiting.items.map((item) => (
          <Waiting
            key={item.id}
            notification={item}
            storeName={stores.find((store) => store.id === item.storeId)?.name ?? ''}
          />
        ))}
      </ul>
    </section>
  );
}

function Waiting({
  notification: { id, kind, text, createdAt },
  storeName,
}: {
  readonly notification: Notification;
  readonly storeName: string;
}) {
  const { t } = useTranslation('notification-lookup');
  const format = useFormat();
  const can = useCan();
  const confirm = useConfirm(useProduct());
  return (
    <li>
      <span className="waiting-words">
        {text}
        <span>
          {[t(`kind.${kind}`), storeName, format.relative(createdAt)].filter((part) => part !== '').join(' · ')}
        </span>
        {confirm.error !== null && (
          <span role="alert" className="waiting-error">
            {problemText(t, confirm.error)}
          </span>
        )}
      </span>
      {can('notifications:confirm') && (
        <button
          type="button"
          className="button"
          aria-label={t('confirm.oneNamed', { text })}
          aria-disabled={confirm.isPending}
          onClick={() => !confirm.isPending && confirm.mutate([id])}
        >
          {t('confirm.one')}
        </button>
      )}
    </li>
  );
}
