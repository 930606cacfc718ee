import type { HelpDeskPage } from '@munjigi/contract';
import { MINUTE_MS } from '@munjigi/rules';

/**
 * The position of the present moment in a guest's time. Minutes: until the access opens, or the stay starts or ends, or
 * since the access closed.
 */
export type GuestTime =
  | { readonly kind: 'CALLED_OFF'; readonly state: CalledOffState }
  | { readonly kind: 'ENDED_EARLY' }
  | { readonly kind: 'TOO_EARLY' | 'MAY_ENTER' | 'RUNNING' | 'LEAVING' | 'OVER'; readonly minutes: number };

const CALLED_OFF = ['CANCELLED', 'EXPIRED', 'NO_SHOW'] as const;
type CalledOffState = (typeof CALLED_OFF)[number];

type Of = Pick<HelpDeskPage, 'doors'> & {
  readonly reservation: Pick<HelpDeskPage['reservation'], 'state' | 'startsAt' | 'endsAt'>;
};

export function guestTime({ reservation: { state, startsAt, endsAt }, doors }: Of, nowMs: number): GuestTime {
  const calledOff = CALLED_OFF.find((ended) => ended === state);
  if (calledOff !== undefined) return { kind: 'CALLED_OFF', state: calledOff };
  const opens = Math.min(Date.parse(startsAt), ...doors.map((door) => Date.parse(door.opensAt)));
  const closes = Math.max(Date.parse(endsAt), ...doors.map((door) => Date.parse(door.closesAt)));
  const until = (ms: number) => Math.ceil((ms - nowMs) / MINUTE_MS);
  if (state === 'COMPLETED' && nowMs < Date.parse(endsAt)) return { kind: 'ENDED_EARLY' };
  if (nowMs < opens) return { kind: 'TOO_EARLY', minutes: until(opens) };
  if (nowMs < Date.parse(startsAt)) return { kind: 'MAY_ENTER', minutes: until(Date.parse(startsAt)) };
  if (nowMs < Date.parse(endsAt)) return { kind: 'RUNNING', minutes: until(Date.parse(endsAt)) };
  if (nowMs < closes) return { kind: 'LEAVING', minutes: until(closes) };
  return { kind: 'OVER', minutes: Math.floor((nowMs - closes) / MINUTE_MS) };
}

/** The moment when the first of the guest's doors opens for them. */
export function opensAt({ reservation, doors }: Pick<HelpDeskPage, 'doors' | 'reservation'>): string {
  return doors.map((door) => door.opensAt).sort()[0] ?? reservation.startsAt;
}

export function closesAt({ reservation, doors }: Pick<HelpDeskPage, 'doors' | 'reservation'>): string {
  return (
    doors
      .map((door) => door.closesAt)
      .sort()
      .at(-1) ?? reservation.endsAt
  );
}
