import type { StoreSeller } from '@munjigi/contract';
import { MAIL_ORDER_EXEMPTIONS } from '@munjigi/contract/seller-values';
import type { FieldErrors } from '../../../ui/form/field-errors.ts';

/** The fields of a seller in the order of the form, with the longest text that the contract accepts. */
export const SELLER_FIELDS = [
  { name: 'legalName', max: 100, isRequired: true },
  { name: 'representative', max: 50, isRequired: true },
  { name: 'mailOrderNumber', max: 60, isRequired: false },
  { name: 'phone', max: 24, isRequired: true },
  { name: 'email', max: 200, isRequired: true },
  { name: 'hostingProvider', max: 100, isRequired: false },
  { name: 'address', max: 200, isRequired: true },
] as const;
export type SellerFieldName = (typeof SELLER_FIELDS)[number]['name'];

export type SellerDraft = Record<SellerFieldName, string> & {
  /** One of the exemptions, or empty: not exempt. */
  readonly mailOrderExemption: string;
};

type SellerRow = Pick<StoreSeller, SellerFieldName | 'mailOrderExemption'>;

export function toSellerDraft(row: SellerRow): SellerDraft {
  return {
    legalName: row.legalName,
    representative: row.representative,
    mailOrderNumber: row.mailOrderNumber,
    mailOrderExemption: row.mailOrderExemption ?? '',
    phone: row.phone,
    email: row.email,
    hostingProvider: row.hostingProvider,
    address: row.address,
  };
}

/** The body that all sellers share. */
export function toSellerBody(draft: SellerDraft) {
  return {
    legalName: draft.legalName.trim(),
    representative: draft.representative.trim(),
    mailOrderNumber: draft.mailOrderNumber.trim(),
    mailOrderExemption: MAIL_ORDER_EXEMPTIONS.find((reason) => reason === draft.mailOrderExemption) ?? null,
    phone: draft.phone.trim(),
    email: draft.email.trim(),
    hostingProvider: draft.hostingProvider.trim(),
    address: draft.address.trim(),
  };
}

/** The faults of a draft; the server checks the rest. */
export function checkSeller(draft: SellerDraft, texts: { required: string; email: string }): FieldErrors {
  const empty = SELLER_FIELDS.filter(({ name, isRequired }) => isRequired && draft[name].trim() === '');
  return {
    ...(draft.email.trim() !== '' && !draft.email.trim().includes('@') && { email: texts.email }),
    ...Object.fromEntries(empty.map(({ name }) => [name, texts.required])),
  };
}
