import type { Store } from '@munjigi/contract';
import { addDays, businessDateOf, businessDay, zonedInstant } from '@munjigi/rules';
import type { FieldErrors } from '../../../ui/form/field-errors.ts';
import type { NewClosure } from '../stores.api.ts';

/** A closure as it is typed. */
export interface ClosureDraft {
  /** Empty: the whole store. */
  readonly roomIds: readonly string[];
  readonly isWholeStore: boolean;
  /** Whole business days, both inclusive; otherwise the times count. */
  readonly isAllDay: boolean;
  readonly fromDate: string;
  readonly fromTime: string;
  readonly toDate: string;
  readonly toTime: string;
  readonly reason: string;
}

/** A closure of the whole store on its next business day. */
export function newClosureDraft(store: Store): ClosureDraft {
  const tomorrow = addDays(businessDateOf(store, new Date()), 1);
  return {
    roomIds: [],
    isWholeStore: true,
    isAllDay: true,
    fromDate: tomorrow,
    fromTime: store.dayCutoff,
    toDate: tomorrow,
    toTime: store.dayCutoff,
    reason: '',
  };
}

/** The instants of a draft, `null` while a date or time is missing. A business day begins at the store's cut-off. */
export function toClosurePeriod(
  store: Pick<Store, 'timeZone' | 'dayCutoff'>,
  draft: ClosureDraft,
): { startsAt: Date; endsAt: Date } | null {
  if (draft.fromDate === '' || draft.toDate === '') return null;
  if (draft.isAllDay)
    return { startsAt: businessDay(store, draft.fromDate).startsAt, endsAt: businessDay(store, draft.toDate).endsAt };
  if (draft.fromTime === '' || draft.toTime === '') return null;
  return {
    startsAt: zonedInstant(store.timeZone, draft.fromDate, draft.fromTime),
    endsAt: zonedInstant(store.timeZone, draft.toDate, draft.toTime),
  };
}

/** The problems of a draft, by the contract's paths; the values are keys of their words. */
export function checkClosure(store: Store, draft: ClosureDraft, say: (key: string) => string): FieldErrors {
  const period = toClosurePeriod(store, draft);
  return {
    ...(period === null && { startsAt: say('closures.timeMissing') }),
    ...(period !== null && period.startsAt >= period.endsAt && { endsAt: say('closures.endsBeforeStart') }),
    ...(draft.reason.trim() === '' && { reason: say('form:required') }),
    ...(!draft.isWholeStore && draft.roomIds.length === 0 && { roomIds: say('closures.noRoom') }),
  };
}

/** The body of a draft without problems. */
export function toClosureBody(store: Store, draft: ClosureDraft): NewClosure {
  const period = toClosurePeriod(store, draft);
  if (period === null) throw new Error('A closure needs its times');
  return {
    roomIds: draft.isWholeStore ? [] : [...draft.roomIds],
    startsAt: period.startsAt.toISOString(),
    endsAt: period.endsAt.toISOString(),
    reason: draft.reason.trim(),
  };
}
