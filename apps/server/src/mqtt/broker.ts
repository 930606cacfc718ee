import type { EventEmitter } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Aedes, type Client } from 'aedes';
import { brokerUrl, deviceAccount, findRole, serverAccount } from './broker-accounts.ts';
import { BrokerGate } from './broker-gate.ts';
import { giveOutInTurn, keepRetainedNew } from './broker-order.ts';
import { BrokerRights, type PublishFault } from './broker-rights.ts';

export interface EmbeddedBroker {
  /** The URL with the server's account. */
  readonly url: string;
  readonly port: number;
  /** The URL with the account of the devices below a topic prefix, such as that of a store. */
  deviceUrl(prefix: string): string;
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
  Object.assign(broker, accessHooks({ secret, gate, rights: new BrokerRights(broker), onRefused }));
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
  readonly onRefused: (reason: BrokerRefusal) => void;
}

type AccessHooks = Pick<
  Aedes,
  'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
>;

function accessHooks({ secret, gate, rights, onRefused }: Access): AccessHooks {
  return {
    preConnect(_client, packet, callback) {
      // No session outlives its connection: nothing is queued for an offline device, and no command reaches it late.
      (packet as { clean?: boolean }).clean = true;
      callback(null, true);
    },
    authenticate(client, user, password, done) {
      const refuse = (reason: BrokerRefusal, returnCode: number) => {
        onRefused(reason);
        gate.refuseLater(() => done(Object.assign(new Error(`refused: ${reason}`), { returnCode }), null));
      };
      const role = findRole(secret, user, password);
      if (role === null)
        return user === undefined
          ? refuse('no_credentials', NOT_AUTHORIZED)
          : refuse('wrong_credentials', BAD_USER_OR_PASSWORD);
      const will = willOf(client);
      const fault = will && rights.publishFault(role, will);
      if (fault) return refuse(fault, NOT_AUTHORIZED);
      if (rights.isIdOfOtherAccount(client, role)) return refuse('foreign_client_id', IDENTIFIER_REJECTED);
      rights.grant(client, role);
      gate.admit(client);
      done(null, true);
    },
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

/** The last will of a client that is not admitted yet, which the types of Aedes leave out. */
function willOf(client: Client): { readonly topic: string; readonly payload: Buffer } | null {
  return (client as unknown as { _will?: { topic: string; payload: Buffer } })._will ?? null;
}
