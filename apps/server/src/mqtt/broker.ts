import type { EventEmitter } from 'node:events';
import { createHash } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { Aedes, type Client } from 'aedes';
import { brokerUrl, deviceAccount, findRole, serverAccount } from './broker-accounts.ts';
import { BrokerGate } from './broker-gate.ts';
import { giveOutInTurn, keepRetainedNew } from './broker-order.ts';
import { BrokerRights, type PublishFault } from './broker-rights.ts';
import { StoredAccounts } from './stored-accounts.ts';
import type { StoredDeviceAccounts } from './device-broker.ts';

export interface EmbeddedBroker {
  /** The URL with the server's account. */
  readonly url: string;
  readonly port: number;
  /** The URL with the account of the devices below a topic prefix, such as that of a store. */
  deviceUrl(prefix: string): string;
  /** The accounts that people create for devices (DR-80). */
  readonly accounts: StoredDeviceAccounts;
  close(): Promise<void>;
}

export type BrokerRefusal =
  | 'no_credentials'
  | 'wrong_credentials'
  | 'foreign_client_id'
  | 'foreign_filter'
  | PublishFault;

interface Options {
  /** 0: any free port. */
  readonly port: number;
  /** The secret that all passwords are derived from. */
  readonly secret: string;
  readonly host?: string;
  /** How long a client may take to send its first packet. */
  readonly connectTimeoutMs?: number;
  /**
   * Called with each refusal. After a refused message the sender's connection ends: MQTT 3.1.1 has no other way to
   * refuse it.
   */
  readonly onRefused?: (reason: BrokerRefusal) => void;
  readonly onError?: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Return codes of CONNACK (MQTT 3.1.1, table 3.1). */
const IDENTIFIER_REJECTED = 2;
const BAD_USER_OR_PASSWORD = 4;
const NOT_AUTHORIZED = 5;

/**
 * The broker in this process, on the loopback: MQTT 3.1.1, retained messages in memory. They are lost at a restart;
 * devices report everything again when they reconnect, as they do after any broker's restart. Every client needs an
 * account.
 */
export async function startBroker({
  port,
  secret,
  host = '127.0.0.1',
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
  onRefused = () => undefined,
  onError,
}: Options): Promise<EmbeddedBroker> {
  const gate = new BrokerGate();
  const broker = await Aedes.createBroker({ connectTimeout: connectTimeoutMs });
  const accounts = new StoredAccounts();
  Object.assign(broker, accessHooks({ secret, gate, rights: new BrokerRights(broker), accounts, onRefused }));
  giveOutInTurn(broker);
  keepRetainedNew(broker);
  (broker as EventEmitter).on('error', (error: Error) => onError?.(error));
  // A device that breaks the protocol or disappears needs no handling here: the broker has closed it.
  broker.on('clientError', () => undefined);
  broker.on('connectionError', () => undefined);

  // Without noDelay a round trip takes 40 to 90 ms (Nagle's algorithm against delayed acknowledgements).
  const server = createServer({ noDelay: true }, (socket) =>
    gate.add(socket, broker.handle(socket), () => onRefused('too_large')),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken: stop what listens there, or set MQTT_PORT or MQTT_URL`)
          : error,
      );
    });
    server.listen(port, host, resolve);
  });
  server.on('error', (error) => onError?.(error));

  const bound = (server.address() as AddressInfo).port;
  return {
    url: brokerUrl(host, bound, serverAccount(secret)),
    port: bound,
    deviceUrl: (prefix) => brokerUrl(host, bound, deviceAccount(secret, prefix)),
    accounts,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      gate.close();
      await closed;
    },
  };
}

interface Access {
  readonly secret: string;
  readonly gate: BrokerGate;
  readonly rights: BrokerRights;
  readonly accounts: StoredAccounts;
  readonly onRefused: (reason: BrokerRefusal) => void;
}

type AccessHooks = Pick<
  Aedes,
  'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
>;

function accessHooks(access: Access): AccessHooks {
  const { rights, onRefused } = access;
  return {
    preConnect(_client, packet, callback) {
      // No session outlives its connection: nothing is queued for an offline device, and no command reaches it late.
      (packet as { clean?: boolean }).clean = true;
      callback(null, true);
    },
    authenticate: (client, user, password, done) => void authenticateClient(access, { client, user, password, done }),
    authorizePublish(client, packet, callback) {
      const fault = rights.publishFault(rights.roleOf(client), packet);
      if (fault === null) return callback(null);
      onRefused(fault);
      callback(new Error(`refused: ${fault}`));
    },
    authorizeSubscribe(client, subscription, callback) {
      if (rights.maySubscribe(client, subscription.topic)) return callback(null, subscription);
      onRefused('foreign_filter');
      callback(null, null);
    },
    authorizeForward: (client, packet) => (rights.mayReceive(client, packet) ? packet : null),
  };
}

interface SignIn {
  readonly client: Client;
  readonly user: string | undefined;
  readonly password: Buffer | undefined;
  readonly done: Parameters<Aedes['authenticate']>[3];
}

/** Admits a client with an account of the broker's secret, or with one that a person created. */
async function authenticateClient(access: Access, { client, user, password, done }: SignIn): Promise<void> {
  const { secret, gate, rights, accounts, onRefused } = access;
  const refuse = (reason: BrokerRefusal, returnCode: number) => {
    onRefused(reason);
    gate.refuseLater(() => done(Object.assign(new Error(`refused: ${reason}`), { returnCode }), null));
  };
  const derived = findRole(secret, user, password);
  const prefix = derived === null && user !== undefined ? await accounts.find(user, hashOf(password)) : null;
  const role = derived ?? (prefix === null ? null : { kind: 'devices' as const, prefix });
  if (role === null)
    return user === undefined
      ? refuse('no_credentials', NOT_AUTHORIZED)
      : refuse('wrong_credentials', BAD_USER_OR_PASSWORD);
  const will = willOf(client);
  const fault = will && rights.publishFault(role, will);
  if (fault) return refuse(fault, NOT_AUTHORIZED);
  if (rights.isIdOfOtherAccount(client, role)) return refuse('foreign_client_id', IDENTIFIER_REJECTED);
  rights.grant(client, role);
  if (prefix !== null && user !== undefined) accounts.remember(user, client);
  gate.admit(client);
  done(null, true);
}

function hashOf(password: Buffer | undefined): Buffer {
  return createHash('sha256')
    .update(password ?? '')
    .digest();
}

/** The last will of a client that is not admitted yet, which the types of Aedes leave out. */
function willOf(client: Client): { readonly topic: string; readonly payload: Buffer } | null {
  return (client as unknown as { _will?: { topic: string; payload: Buffer } })._will ?? null;
}
