import type { GuestDoor, openDoorAsGuest, ReplyOf } from '@munjigi/contract';
import { useEffect, useState } from 'react';
import { newActKey, toGuestProblem } from '../shared/guest-api.ts';
import { useStay, useHurry, useServerNow, type StayView } from './guest-context.ts';
import type { StayPage } from './stay-page.ts';
import { GuestCard } from './parts.tsx';
import { describeCommandError, describeOpenProblem } from './problem-text.ts';

/** How long the second tap is accepted, and how long the result stays. */
const ARMED_MS = 4000;
const OPENED_MS = 8000;

type Opening =
  | { readonly kind: 'idle' }
  | { readonly kind: 'armed' | 'opening' | 'opened' | 'already'; readonly doorId: string }
  | { readonly kind: 'failed'; readonly doorId: string; readonly why: string };
const IDLE: Opening = { kind: 'idle' };

/** Opens the doors of the reservation: the first tap arms, the second one opens, one door at a time (GP-3). */
export function GuestDoorsCard() {
  const view = useStay();
  const { page, text, live } = view;
  const [opening, setOpening] = useState<Opening>(IDLE);
  useHurry(live, opening.kind === 'opening');
  useEffect(() => {
    if (!['armed', 'opened', 'already'].includes(opening.kind)) return undefined;
    const timer = setTimeout(() => setOpening(IDLE), opening.kind === 'armed' ? ARMED_MS : OPENED_MS);
    return () => clearTimeout(timer);
  }, [opening]);

  function tap(doorId: string): void {
    if (opening.kind === 'opening') return;
    if (opening.kind !== 'armed' || opening.doorId !== doorId) return setOpening({ kind: 'armed', doorId });
    setOpening({ kind: 'opening', doorId });
    void openDoor(view, doorId).then((result) => {
      setOpening(result);
      return live.refresh();
    });
  }

  if (page.doors.length === 0) return null;
  return (
    <GuestCard title={text('door.title')} testId="doors">
      {page.doors.map((door, index) => (
        <DoorRow
          key={door.doorId}
          door={door}
          step={page.doors.length > 1 ? index + 1 : null}
          opening={opening}
          onTap={() => tap(door.doorId)}
        />
      ))}
    </GuestCard>
  );
}

async function openDoor({ send, text }: Pick<StayView<StayPage>, 'send' | 'text'>, doorId: string): Promise<Opening> {
  try {
    const { status, error, isAlreadyOpen } = await send<ReplyOf<typeof openDoorAsGuest>>({
      method: 'POST',
      path: `doors/${doorId}/open`,
      body: {},
      key: newActKey(),
    });
    if (isAlreadyOpen) return { kind: 'already', doorId };
    if (status === 'EXECUTED') return { kind: 'opened', doorId };
    return { kind: 'failed', doorId, why: describeCommandError(error?.code, text) };
  } catch (error) {
    return { kind: 'failed', doorId, why: describeOpenProblem(toGuestProblem(error), text) };
  }
}

interface DoorRowProps {
  readonly door: GuestDoor;
  /** Which door of the way it is, from 1. `null`: the only one. */
  readonly step: number | null;
  readonly opening: Opening;
  readonly onTap: () => void;
}

function DoorRow({ door, step, opening, onTap }: DoorRowProps) {
  const { page, text, format, live } = useStay();
  const now = useServerNow(live);
  const { from, until } = door.mayOpen;
  const isOpenNow = from !== null && until !== null && now >= Date.parse(from) && now < Date.parse(until);
  const own = opening.kind !== 'idle' && opening.doorId === door.doorId ? opening : IDLE;
  return (
    <div className="door" data-testid="door">
      {step !== null && (
        <p className="step">
          {step}. {text(door.roomId === null ? 'door.entrance' : 'door.room')}
        </p>
      )}
      <h3>{door.doorName}</h3>
      {isOpenNow ? (
        <button
          type="button"
          className={`button big open-${own.kind}`}
          aria-disabled={opening.kind === 'opening'}
          onClick={onTap}
        >
          {text(OPEN_LABELS[own.kind])} <span className="offscreen">{door.doorName}</span>
        </button>
      ) : (
        <p className="quiet">
          {page.reservation.state === 'PENDING'
            ? text('door.pay')
            : from !== null && now < Date.parse(from)
              ? text('door.from', { from: format.moment(from, now) })
              : text('door.over')}
        </p>
      )}
      <div aria-live="assertive" data-testid="door-result">
        {own.kind === 'armed' && <span className="offscreen">{text('door.armed')}</span>}
        {(own.kind === 'opened' || own.kind === 'already') && (
          <p className="good">{text('door.opened.about', { door: door.doorName })}</p>
        )}
        {own.kind === 'failed' && (
          <p className="bad">
            <strong>{text('door.failed')}</strong> {own.why}
          </p>
        )}
      </div>
      {isOpenNow && own.kind === 'idle' && (door.online === 'DEVICE_OFFLINE' || door.online === 'BROKER_LOST') && (
        <p className="bad">{text('door.offline')}</p>
      )}
    </div>
  );
}

const OPEN_LABELS = {
  idle: 'door.open',
  armed: 'door.armed',
  opening: 'door.opening',
  opened: 'door.opened',
  already: 'door.already',
  failed: 'door.open',
} as const;
