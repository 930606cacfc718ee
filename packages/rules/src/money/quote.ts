import type { PriceLine } from '@munjigi/contract';
import { mergePeriods, type Period } from '../time/period.ts';
import { appliesToRoom, bandsOf, fitsAt, type Band, type PriceRule } from './price-bands.ts';
import { zonedDay } from '../time/zone.ts';

export interface QuoteInput extends Period {
  readonly timeZone: string;
  readonly slotMinutes: number;
  /** The policies of the store, the winning one first (`inWinningOrder`). */
  readonly policies: readonly PriceRule[];
  readonly isHoliday: (date: string) => boolean;
  readonly roomId: string;
  readonly headCount: number;
}

/** Lines have the shape of the contract, with instants as UTC in RFC 3339. */
export type PriceQuote =
  | { readonly kind: 'priced'; readonly totalAmount: number; readonly lines: PriceLine[] }
  | { readonly kind: 'unpriced'; readonly gaps: Period[] };

/**
 * The price of a period, line by line (PR-1, PR-2). From its start on, each place is priced by the first policy with a
 * unit that fits there: a slot, or a package that ends within the period and lies in one time band. A place without a
 * policy, or a rest shorter than a slot, is a gap; a period with a gap has no price.
 */
export function calculatePrice({ startsAt, endsAt, ...rest }: QuoteInput): PriceQuote {
  const bands = bandsOf(
    rest.policies.filter((policy) => appliesToRoom(policy, rest.roomId)),
    {
      ...rest,
      firstDay: zonedDay(rest.timeZone, startsAt.getTime()) - 1,
      lastDay: zonedDay(rest.timeZone, endsAt.getTime() - 1),
    },
  );
  const slotMs = rest.slotMinutes * 60_000;
  const end = endsAt.getTime();
  const lines: Line[] = [];
  const gaps: Period[] = [];
  for (let at = startsAt.getTime(); at < end;) {
    const band = bands.find((band) => fitsAt(band, at) && at + band.unitMs <= end);
    const next = Math.min(at + (band?.unitMs ?? slotMs), end);
    if (band) addUnit(lines, band, at);
    else gaps.push({ startsAt: new Date(at), endsAt: new Date(next) });
    at = next;
  }
  if (gaps.length > 0) return { kind: 'unpriced', gaps: mergePeriods(gaps) };
  const shaped = lines.map((line) => toQuoteLine(line, rest.headCount));
  return { kind: 'priced', totalAmount: shaped.reduce((sum, line) => sum + line.amount, 0), lines: shaped };
}

interface Line {
  readonly policy: PriceRule;
  readonly startsAt: number;
  endsAt: number;
  count: number;
}

/** Consecutive units of one policy form one line. */
function addUnit(lines: Line[], { policy, unitMs }: Band, at: number): void {
  const last = lines.at(-1);
  if (last?.policy === policy) {
    last.endsAt += unitMs;
    last.count += 1;
  } else {
    lines.push({ policy, startsAt: at, endsAt: at + unitMs, count: 1 });
  }
}

function toQuoteLine({ policy, startsAt, endsAt, count }: Line, headCount: number): PriceLine {
  const extraPersons = Math.max(0, headCount - policy.includedHeadCount);
  return {
    policyId: policy.id,
    label: policy.name,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    unit: policy.unit,
    count,
    unitAmount: policy.amount,
    extraPersons,
    extraPersonAmount: policy.extraPersonAmount,
    amount: count * (policy.amount + extraPersons * policy.extraPersonAmount),
  };
}
