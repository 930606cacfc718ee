import '../emergency-bars.css';
import type { Emergency } from '@munjigi/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '../../../session/auth.tsx';
import { useStoreChoice } from '../../../session/store-choice.ts';
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { findOpenKeypads, useKeypadWords } from './keypad-words.ts';

const EndEmergencyDialog = lazy(async () => ({
  default: (await import('./end-emergency-dialog.tsx')).EndEmergencyDialog,
}));

/** Further bars are counted, so that the bars leave space for the screen on a phone. */
const MOST_SHOWN = 3;

/**
 * One bar per store with a lockdown or a fire release, on every screen: the store, the author, the start, and the
 * release button (DR-8). Styled by the plain style sheets.
 */
export function EmergencyBars({ emergencies }: { readonly emergencies: readonly Emergency[] }) {
  const { t } = useTranslation('doors');
  const more = emergencies.length - MOST_SHOWN;
  return (
    <section className="emergency-bars" aria-label={t('emergency.title')} data-testid="emergency-bars">
      {emergencies.slice(0, MOST_SHOWN).map((emergency) => (
        <EmergencyBar key={emergency.id} emergency={emergency} />
      ))}
      {more > 0 && (
        <Link className="emergency-more" to="/dashboard/door">
          {t('emergency.more', { count: more })}
        </Link>
      )}
    </section>
  );
}

function EmergencyBar({
  emergency: { id, storeId, kind, reason, startedAt, startedBy, doors },
  emergency,
}: {
  readonly emergency: Emergency;
}) {
  const { t } = useTranslation('doors');
  const format = useFormat();
  const can = useCan();
  const { stores } = useStoreChoice();
  const [isEnding, setIsEnding] = useState(false);
  const storeName = stores.find((store) => store.id === storeId)?.name ?? '';
  const words = useKeypadWords();
  const openKeypads = findOpenKeypads(doors);
  const stuck = doors.filter((door) => door.state === 'OFFLINE' || door.state === 'FAILED').length;
  return (
    <div className="emergency-bar" data-testid="emergency-bar" data-kind={kind} data-emergency={id}>
      <Icon name={kind === 'LOCKDOWN' ? 'lock' : 'warning'} size={22} />
      <div className="emergency-words" role="alert">
        <Link to={`/dashboard/door?store=${storeId}`}>
          <b>
            {storeName} {t(`emergency.inForce.${kind}`)}
          </b>
        </Link>
        <span>
          {t('emergency.since', { who: startedBy, when: format.dateTime(startedAt) })} · {reason}
        </span>
        {stuck > 0 && <span>{t('emergency.stuckCount', { count: stuck })}</span>}
        {openKeypads.length > 0 && (
          <span data-testid="open-keypads">{t('keypad.bar', { doors: words.names(openKeypads) })}</span>
        )}
      </div>
      {can('doors:configure') && (
        <button
          type="button"
          className="button"
          aria-label={`${storeName} ${t(`emergency.end.${kind}`)}`}
          onClick={() => setIsEnding(true)}
        >
          {t(`emergency.end.${kind}`)}
        </button>
      )}
      {isEnding && (
        <ErrorBoundary place="section">
          <Suspense fallback={null}>
            <EndEmergencyDialog emergency={emergency} storeName={storeName} onClose={() => setIsEnding(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}
