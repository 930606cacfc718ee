import type { AddOn, AddOnUnit } from '@munjigi/contract';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { wholeNumber } from '../../ui/form/numbers.ts';
import type { AddOnBody } from './add-ons.api.ts';

const MOST_AMOUNT = 10_000_000;
const MOST_QUANTITY = 99;
const LAST_PLACE = 9999;
const NEW_ADD_ON_ID = '';

/** An add-on as it is typed. */
export interface AddOnDraft {
  readonly name: string;
  readonly description: string;
  readonly unit: AddOnUnit;
  readonly amount: string;
  readonly maxQuantity: string;
  readonly isEveryRoom: boolean;
  readonly roomIds: readonly string[];
  readonly isOffered: boolean;
  /** Its place in the list, which the form does not show. */
  readonly sortOrder: number;
}

/** A new add-on, for every room and after the others. */
export function newAddOn(storeId: string, others: readonly AddOn[]): AddOn {
  return {
    id: NEW_ADD_ON_ID,
    storeId,
    name: '',
    description: '',
    unit: 'STAY',
    amount: 0,
    maxQuantity: 1,
    roomIds: [],
    isOffered: true,
    sortOrder: Math.min(LAST_PLACE, Math.max(-1, ...others.map(({ sortOrder }) => sortOrder)) + 1),
    version: 1,
  };
}

export function isNewAddOn({ id }: AddOn): boolean {
  return id === NEW_ADD_ON_ID;
}

/** The editable fields of an add-on. */
export function pickAddOnFields({ id: _id, storeId: _storeId, version: _version, ...fields }: AddOn): AddOnBody {
  return fields;
}

export function toAddOnDraft(addOn: AddOn): AddOnDraft {
  return {
    name: addOn.name,
    description: addOn.description,
    unit: addOn.unit,
    amount: isNewAddOn(addOn) ? '' : String(addOn.amount),
    maxQuantity: String(addOn.maxQuantity),
    isEveryRoom: addOn.roomIds.length === 0,
    roomIds: addOn.roomIds.toSorted(),
    isOffered: addOn.isOffered,
    sortOrder: addOn.sortOrder,
  };
}

export function toAddOnBody(draft: AddOnDraft): AddOnBody {
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    unit: draft.unit,
    amount: Number(draft.amount),
    maxQuantity: Number(draft.maxQuantity),
    roomIds: draft.isEveryRoom ? [] : draft.roomIds.toSorted(),
    isOffered: draft.isOffered,
    sortOrder: draft.sortOrder,
  };
}

/** The faults of a draft, by the contract's paths. */
export function checkAddOn(
  draft: AddOnDraft,
  say: (key: string, values: Record<string, number>) => string,
): FieldErrors {
  const errors: Record<string, string> = {};
  if (draft.name.trim() === '') errors['name'] = say('form:required', {});
  if (wholeNumber(draft.amount, 0, MOST_AMOUNT) === null)
    errors['amount'] = say('form:whole', { min: 0, max: MOST_AMOUNT });
  if (wholeNumber(draft.maxQuantity, 1, MOST_QUANTITY) === null)
    errors['maxQuantity'] = say('form:whole', { min: 1, max: MOST_QUANTITY });
  if (!draft.isEveryRoom && draft.roomIds.length === 0) errors['roomIds'] = say('noRoom', {});
  return errors;
}
