import type { TFunction } from 'i18next';
import type { FieldErrors } from '../../../ui/form/field-errors.ts';
import { normaliseBusinessNumber } from '@munjigi/typed-text';
import { toOpeningHours, copyToAllDays, toWeekHours } from '../hours/week-hours.ts';
import type { NewStore } from './store-list.api.ts';

export const HOURS_KINDS = ['DAILY', 'ALL_DAY', 'LATER'] as const;

/** A new store before it is saved. */
export interface StoreDraft {
  readonly name: string;
  readonly code: string;
  readonly address: string;
  readonly phone: string;
  readonly businessNumber: string;
  readonly hours: (typeof HOURS_KINDS)[number];
  readonly opensAt: string;
  readonly closesAt: string;
}

export const EMPTY_STORE_DRAFT: StoreDraft = {
  name: '',
  code: '',
  address: '',
  phone: '',
  businessNumber: '',
  hours: 'DAILY',
  opensAt: '10:00',
  closesAt: '22:00',
};

/** The problems of a draft, field by field. */
export function checkStoreDraft(t: TFunction, draft: StoreDraft): FieldErrors {
  const isDaily = draft.hours === 'DAILY';
  return {
    ...(draft.name.trim() === '' && { name: t('form:required') }),
    ...(!/^[a-z0-9][a-z0-9-]{0,29}$/.test(draft.code) && {
      code: t(draft.code === '' ? 'form:required' : 'field.codeInvalid'),
    }),
    ...(draft.businessNumber !== '' &&
      normaliseBusinessNumber(draft.businessNumber) === null && { businessNumber: t('field.businessNumberInvalid') }),
    ...(isDaily && draft.opensAt === '' && { opensAt: t('form:required') }),
    ...(isDaily && draft.closesAt === '' && { closesAt: t('form:required') }),
  };
}

export function toStoreBody({ hours, opensAt, closesAt, ...draft }: StoreDraft): NewStore {
  return {
    ...draft,
    name: draft.name.trim(),
    address: draft.address.trim(),
    phone: draft.phone.trim(),
    hours: hours === 'LATER' ? [] : weekly(hours, opensAt, closesAt),
  };
}

function weekly(kind: 'DAILY' | 'ALL_DAY', opensAt: string, closesAt: string): NonNullable<NewStore['hours']> {
  const day =
    kind === 'ALL_DAY' ? { kind, opensAt: '00:00', closesAt: '00:00' } : { kind: 'OPEN' as const, opensAt, closesAt };
  return toOpeningHours(copyToAllDays(toWeekHours([]), { weekday: 1, ...day }));
}
