import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { growingListOf, id, instant, listOf, namedInstant, queryNumber, singleLine } from '../fields.ts';

/** One entry of the audit log (PD-2): who did what, when, from where, and to which subject. */
export const auditEntry = z.object({
  id,
  /** The position in the product's chain, from 1. */
  seq: z.number().int().positive(),
  at: instant,
  actor: z.object({
    kind: z.enum(['PERSON', 'CHANNEL', 'GUEST', 'SYSTEM']),
    id: id.nullable(),
    label: z.string(),
    address: z.string().nullable(),
  }),
  storeId: id.nullable(),
  /** One of `AUDIT_ACTIONS`; a row of another version may have an unknown action. */
  action: z.string(),
  /** `name`: the present name, if the subject still exists and has one. */
  subject: z.object({ kind: z.string(), id: id.nullable(), name: z.string().nullable() }),
  /** The details of the change, mostly `{ before, after }`. */
  detail: z.record(z.string(), z.unknown()),
  /** The present names of the rooms, doors, stores and other objects that the detail names by id. */
  names: z.record(z.string(), z.string()),
  /** SHA-256 in hex over the entry and the hash of the previous entry. */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filter = {
  /** Includes entries at or after this instant, and before `to`. */
  from: namedInstant.optional(),
  to: namedInstant.optional(),
  /** The id of the person or the API key. */
  actorId: id.optional(),
  /** An action such as `door.changed`, or the group before the dot. */
  action: z
    .string()
    .regex(/^[a-z][a-z-]{0,39}(\.[a-z][a-z-]{0,39})?$/, 'must be an action or its group')
    .optional(),
  storeId: id.optional(),
  subjectKind: z
    .string()
    .regex(/^[a-z][a-z-]{0,39}$/, 'must be a kind of subject')
    .optional(),
  subjectId: id.optional(),
  /**
   * What the entries are about: the code of a reservation, an id, or a part of the present name of a door, room, device,
   * person, store, coupon or another subject with a name.
   */
  about: singleLine(60).optional(),
  /** A part of the actor's name or address, in any case. */
  q: singleLine(60).optional(),
};

/** Entries are counted up to this number. */
export const AUDIT_COUNTS_TO = 500;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/audit',
  summary:
    'The audit log, newest first (PD-2). `nextCursor` leads on; a page may be shorter than `limit`, also empty, when few rows match, and only `nextCursor: null` is the end. `sort` has one value, the order of its index',
  access: 'audit:read',
  load: 'search',
  query: z.strictObject({
    ...filter,
    limit: queryNumber(1, 200).default(20),
    cursor: z.string().max(200).optional(),
    sort: z.enum(['-at']).optional(),
  }),
  reply: growingListOf(auditEntry).extend({ nextCursor: z.string().nullable() }),
});

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/audit/export',
  summary: 'All matching entries as a file, newest first, streamed. The export is recorded',
  access: 'audit:read',
  load: 'export',
  kind: 'file',
  query: z.strictObject({ ...filter, format: z.enum(['csv', 'xlsx']), lng: z.enum(['kr', 'en']).default('kr') }),
  reply: z.string(),
});

/** The actors in the log, for the choices of a filter. */
export const auditActor = z.object({ id, kind: z.enum(['PERSON', 'CHANNEL', 'SYSTEM']), label: z.string() });
export type AuditActor = z.infer<typeof auditActor>;

export const listAuditActors = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/audit/actor',
  summary: 'Persons and API keys of the audit log, each with its latest name there; at most 500',
  access: 'audit:read',
  reply: listOf(auditActor),
});

/**
 * A verification of the hash chain: the number of rows checked, and the first row that differs from what was written.
 */
export const auditVerification = z.object({
  startedAt: instant,
  finishedAt: instant,
  /** The sequence number and hash of the chain's last row at that time, to be stored elsewhere. 0 for an empty log. */
  seq: z.number().int().nonnegative(),
  hash: z.string(),
  fault: z
    .object({
      seq: z.number().int().positive(),
      what: z.enum(['MISSING', 'CHANGED', 'HEAD_DIFFERS', 'ANCHOR_DIFFERS']),
    })
    .nullable(),
});
export type AuditVerification = z.infer<typeof auditVerification>;

export const readAuditVerification = endpoint({
  method: 'GET',
  path: '/api/v2/{product}/audit/verification',
  summary: 'The latest verification of the hash chain, and its result; `null`: there was none',
  access: 'audit:read',
  reply: z.object({ last: auditVerification.nullable(), isUnderWay: z.boolean() }),
});

export const verifyAudit = endpoint({
  method: 'POST',
  path: '/api/v2/{product}/audit/verification',
  summary: 'Verify the hash chain soon. A request during a verification starts no second one',
  access: 'audit:write',
  body: z.strictObject({}),
  reply: z.object({ last: auditVerification.nullable(), isUnderWay: z.boolean() }),
});
