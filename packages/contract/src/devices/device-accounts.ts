import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, singleLine } from '../fields.ts';

/** The broker that the locks of a store connect to, and their accounts at it (DR-80). */

/** An account of a device: never its password. */
export const storeBrokerAccount = z.object({
  id,
  storeId: id,
  name: z.string(),
  userName: z.string(),
  createdAt: instant,
  createdByName: z.string(),
  revokedAt: instant.nullable(),
});
export type StoreBrokerAccount = z.infer<typeof storeBrokerAccount>;

export const brokerAddress = z.object({
  host: z.string(),
  port: z.number().int(),
  isEncrypted: z.boolean(),
  /** All topics of the devices of the store begin with it and a slash. */
  topicPrefix: z.string(),
  /** Whether the broker is the one of this server; accounts at another broker are created there. */
  isEmbedded: z.boolean(),
  /** Whether only devices and bridges on the machine of the server reach it. */
  isLoopback: z.boolean(),
});

const ofStore = '/api/v2/{product}/store/{storeId}/broker';

export const readBrokerAccess = endpoint({
  method: 'GET',
  path: ofStore,
  summary:
    'The address of the broker that the locks of a store connect to, and the accounts of its devices, newest first (DR-80)',
  access: 'doors:configure',
  reply: brokerAddress.extend({ storeId: id, accounts: z.array(storeBrokerAccount) }),
});

export const createDeviceAccount = endpoint({
  method: 'POST',
  path: `${ofStore}/account`,
  summary: "Create an account of a device at the server's own broker. The reply has its password once (DR-80)",
  access: 'doors:configure',
  body: z.strictObject({ name: singleLine(60) }),
  reply: storeBrokerAccount.extend({ password: z.string().nullable() }),
  shownOnce: ['password'],
  problems: ['BROKER_ELSEWHERE', 'TOO_MANY_DEVICE_ACCOUNTS'],
});

export const revokeDeviceAccount = endpoint({
  method: 'DELETE',
  path: '/api/v2/{product}/device-account/{accountId}',
  summary: 'Revoke an account of a device: its connection ends at once (DR-80)',
  access: 'doors:configure',
  reply: storeBrokerAccount,
});
