import './raised-bar.css';
import type { RaisedCase } from '@munjigi/contract';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useProduct } from '../../session/auth.tsx';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/time/use-now.ts';

import { useRaisedCases } from './raised.api.ts';
import { ringForGuest } from './ring.ts';

const RING_EVERY_MS = 5000;

/**
 * Shown above every screen, and rings, while a guest who asked for help waits for a person (NX-12). Otherwise renders
 * nothing and loads no texts.
 */
export function RaisedBar() {
  const items = useRaisedCases(useProduct()).data?.items ?? [];
  const latestId = items.at(-1)?.id;
  // A further guest rings at once too.
  useEffect(() => {
    if (latestId === undefined) return;
    ringForGuest();
    const timer = setInterval(ringForGuest, RING_EVERY_MS);
    return () => clearInterval(timer);
  }, [latestId]);
  const { pathname, search } = useLocation();
  // The start of the help desk lists these guests itself.
  const isListed = pathname === '/dashboard/support' && !new URLSearchParams(search).has('reservation');
  return <Suspense fallback={null}>{latestId !== undefined && !isListed && <Raised items={items} />}</Suspense>;
}

function Raised({ items }: { readonly items: readonly RaisedCase[] }) {
  const { t } = useTranslation('help-desk');
  const format = useFormat();
  // Renders again every 15 s, to update the relative time.
  useNow(15_000);
  const [first] = items;
  if (first === undefined) return null;
  return (
    <div role="alert">
      <Link
        className="notice-bar raised-bar"
        to={`/dashboard/support?reservation=${first.reservationId}`}
        data-testid="raised-bar"
      >
        <Icon name="support" size={22} />
        <span className="notice-bar-words">
          <b>{t('raised.bar', { count: items.length })}</b>
          <span>
            {first.storeName} · {first.roomName} · {format.relative(first.openedAt)}
          </span>
        </span>
        <span className="raised-bar-act">{t('raised.open')}</span>
      </Link>
    </div>
  );
}
