import { normaliseMailOrderNumber } from '@munjigi/typed-text';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MAIL_ORDER_EXEMPTIONS, SELLER_GAPS, SELLER_KINDS } from './seller-values.ts';
import { businessNumber, email, id, instant, singleLine } from '../fields.ts';

/**
 * Who sells the stays of a store (SE-1): the party of the contract with the guest, as the Act on Consumer Protection in
 * Electronic Commerce and the review of card companies require it on the pages where guests book and pay.
 */

/** As the certificate has it, without 제 and 호: `2023-서울강남-01234`. Empty: not registered. */
export const mailOrderNumber = singleLine(60, 0)
  .overwrite((typed) => normaliseMailOrderNumber(typed) ?? typed)
  .refine((typed) => typed === '' || /\d/.test(typed), 'must have the number of the registration');

const identity = {
  /** As on the business registration, which can differ from the name of the store. */
  legalName: singleLine(100),
  representative: singleLine(50),
  mailOrderNumber,
  mailOrderExemption: z.enum(MAIL_ORDER_EXEMPTIONS).nullable(),
  address: singleLine(200),
  phone: singleLine(24),
  email,
  /** Who runs the servers (Article 10 of the act); empty: not shown. */
  hostingProvider: singleLine(100, 0),
};

/** A seller as guests see it. */
export const shownSeller = z.object({
  kind: z.enum(SELLER_KINDS),
  legalName: z.string(),
  representative: z.string(),
  businessNumber: z.string(),
  mailOrderNumber: z.string(),
  mailOrderExemption: z.enum(MAIL_ORDER_EXEMPTIONS).nullable(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  hostingProvider: z.string(),
  /** The chain as a broker that is no party of the contract. `null`: the page says nothing about one. */
  brokerName: z.string().nullable(),
});
export type ShownSeller = z.infer<typeof shownSeller>;

/** 0: nothing was saved yet. */
export const savedVersion = z.number().int().min(0);
export const lastChange = { changedAt: instant.nullable(), changedBy: z.string().nullable() };

const writtenIdentity = z.object({
  legalName: z.string(),
  representative: z.string(),
  mailOrderNumber: z.string(),
  mailOrderExemption: z.enum(MAIL_ORDER_EXEMPTIONS).nullable(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  hostingProvider: z.string(),
});

export const storeSeller = writtenIdentity.extend({
  storeId: id,
  kind: z.enum(SELLER_KINDS),
  /** What guests see now. `null`: the seller is not complete, and they see none. */
  shown: shownSeller.nullable(),
  missing: z.array(z.enum(SELLER_GAPS)),
  ...lastChange,
  version: savedVersion,
});
export type StoreSeller = z.infer<typeof storeSeller>;

const ofStore = '/api/v2/{product}/store/{storeId}/seller';

export const getStoreSeller = endpoint({
  method: 'GET',
  path: ofStore,
  summary: 'Who sells the stays of a store, as guests see it, and what is missing before it may sell online (SE-1)',
  access: 'stores:read',
  reply: storeSeller,
});

export const setStoreSeller = endpoint({
  method: 'POST',
  path: ofStore,
  summary:
    'Set who sells the stays of a store. The business number is a setting of the store. A store that takes online bookings keeps what it needs for them: otherwise BOOKING_NOT_READY (SE-1, SE-2)',
  access: 'stores:write',
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('STORE'), version: savedVersion, ...identity }),
    z.strictObject({ kind: z.literal('CHAIN'), version: savedVersion }),
  ]),
  reply: storeSeller,
  problems: ['STALE', 'BOOKING_NOT_READY'],
});

export const chainSeller = writtenIdentity.extend({
  businessNumber: z.string(),
  isBroker: z.boolean(),
  /** How many stores it sells for. */
  storeCount: z.number().int().min(0),
  ...lastChange,
  version: savedVersion,
});
export type ChainSeller = z.infer<typeof chainSeller>;

const ofChain = '/api/v2/{product}/seller';

export const getChainSeller = endpoint({
  method: 'GET',
  path: ofChain,
  summary:
    'Head office as a seller, and whether it is named as a broker on the pages of the stores that sell themselves (SE-1)',
  access: 'stores:read',
  reply: chainSeller,
});

export const setChainSeller = endpoint({
  method: 'POST',
  path: ofChain,
  summary:
    'Set head office as a seller. While it sells for a store with online bookings, it keeps what that needs: otherwise BOOKING_NOT_READY (SE-1, SE-2)',
  access: 'stores:make',
  body: z.strictObject({
    version: savedVersion,
    businessNumber,
    ...identity,
    /** Whether the pages of stores that sell themselves say that the chain is a broker and no party (Article 20). */
    isBroker: z.boolean(),
  }),
  reply: chainSeller,
  problems: ['STALE', 'BOOKING_NOT_READY'],
});
