import '../open-button.css';
import type { Door } from '@munjigi/contract';
import { mustGiveReason } from '@munjigi/contract/roles';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthContext, useProduct } from '../../../session/auth.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useDoorOutcome } from './door-outcome.ts';
import { findOpenRefusal } from '../door-words.ts';
import { useOperateDoor } from './operate-door.ts';

const OpenReason = lazy(async () => ({ default: (await import('./open-reason.tsx')).OpenReason }));

interface OpenButtonProps {
  readonly door: Door;
  readonly label: string;
  /** The label with its room and door, for a screen reader. */
  readonly name: string;
  readonly isPrimary: boolean;
}

/**
 * Opens a door with one tap, or says why it cannot be opened, with the result of the command below. Styled by the plain
 * style sheets, because it is on the first screen.
 */
export function OpenButton({ door, label, name, isPrimary }: OpenButtonProps) {
  const { t } = useTranslation(['doors', 'devices']);
  const { user } = useAuthContext();
  const { command, attempt, operate } = useOperateDoor(useProduct(), door);
  const { outcome } = useDoorOutcome(door, command, attempt);
  const [isAsking, setIsAsking] = useState(false);
  // Only a command from this button; earlier ones are in the history.
  const [wasPressed, setWasPressed] = useState(false);
  const isPending = attempt?.isPending === true;
  const refusal = findOpenRefusal(door);

  function open(reason?: string): void {
    setIsAsking(false);
    setWasPressed(true);
    void operate('OPEN', reason);
  }
  function press(): void {
    if (isPending) return;
    if (mustGiveReason(user?.roles ?? [])) setIsAsking(true);
    else open();
  }

  return (
    <div className="open-button" data-testid="open-button" data-door={door.id}>
      {refusal === null ? (
        <button
          type="button"
          className={isPrimary ? 'button button-primary' : 'button'}
          aria-label={isPending ? `${t('running.OPEN')}: ${name}` : name}
          aria-disabled={isPending}
          onClick={press}
        >
          <Icon name="door" size={18} />
          {isPending ? t('running.OPEN') : label}
        </button>
      ) : (
        <div role="note" data-testid="cannot-open" data-refusal={refusal}>
          <Icon name="lock" size={16} />
          {t(`cannotOpen.${refusal}`)}
        </div>
      )}
      <div role="status" data-testid="open-outcome">
        {wasPressed && !isPending && outcome !== null && (
          <span data-good={outcome.isGood}>
            <Icon name={outcome.isGood ? 'check' : 'warning'} size={16} />
            <span>
              <strong>{outcome.what}</strong>
              {outcome.isGood ? '' : ` ${outcome.next}`}
            </span>
          </span>
        )}
      </div>
      {isAsking && (
        <Suspense fallback={null}>
          <OpenReason door={door} onReason={open} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
