import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isChunkFailure } from './failure-report.ts';
import { Icon } from '../icon.tsx';

export { reportFailure } from './failure-report.ts';

/**
 * `screen`: all of the content. `section`: a card, a panel, a part of a screen. `control`: a button of the header.
 * `background`: a part without a view.
 */
export type FailurePlace = 'screen' | 'section' | 'control' | 'background';

export interface FailureStateProps {
  readonly id: string;
  readonly error: unknown;
  readonly place: FailurePlace;
  readonly name?: string | undefined;
  /** Renders the failed part again; without it the page is reloaded. */
  readonly onReset?: () => void;
}

/** Shown in place of a failed part: its name, what still works, a retry, and an id for the investigation. */
export function FailureState({ id, error, place, name, onReset }: FailureStateProps) {
  // These texts are not in `common`, because their Korean glyphs would delay the first screen.
  const { t } = useTranslation(['common', 'problems']);
  const isChunk = isChunkFailure(error);
  const { isBusy, retry } = useRetry(isChunk ? undefined : onReset);
  const title = name === undefined ? t(`failure.${place}`) : t('failure.named', { name });
  const action = isChunk || onReset === undefined ? t('failure.reload') : t('retry');
  if (place === 'control') {
    const label = `${title} ${action} (${id})`;
    return (
      <button
        type="button"
        className="icon-button failure-control"
        aria-label={label}
        title={label}
        aria-busy={isBusy}
        data-testid="failure"
        onClick={retry}
      >
        <Icon name="warning" size={20} />
      </button>
    );
  }
  const Heading = place === 'screen' ? 'h1' : 'h2';
  return (
    <div className={`state-box failure-${place}`} role="alert" data-testid="failure">
      <span className="state-icon state-icon-danger">
        <Icon name="warning" size={28} />
      </span>
      <Heading>{title}</Heading>
      <p>{t(isChunk ? 'failure.chunk' : `failure.${place}Text`)}</p>
      <p className="state-detail">{t('failure.id', { id })}</p>
      <div className="button-row">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={isBusy}
          aria-busy={isBusy}
          onClick={retry}
        >
          {action}
        </button>
        {place === 'screen' && (
          <Link className="button" to="/dashboard">
            {t('goHome')}
          </Link>
        )}
      </div>
    </div>
  );
}

/**
 * Refetches the active queries and removes the inactive ones, because bad data may be the cause; then renders the part
 * again.
 */
function useRetry(onReset: (() => void) | undefined): { isBusy: boolean; retry: () => void } {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const retry = () => {
    if (onReset === undefined) return location.reload();
    if (isBusy) return;
    setBusy(true);
    client.removeQueries({ type: 'inactive' });
    void client.refetchQueries({ type: 'active' }).finally(() => {
      setBusy(false);
      onReset();
    });
  };
  return { isBusy, retry };
}
