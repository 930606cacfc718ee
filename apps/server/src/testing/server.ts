import type { Role } from '@munjigi/contract';
import pino from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { inject } from 'vitest';
import { startApp, type App } from '../app.ts';
import { systemClock, type Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { SYSTEM, storeActor, type Actor, type PersonActor, type Tx } from '../db/index.ts';
import { deviceBrokerAt } from '../mqtt/index.ts';
import { startTestBroker } from './peers/broker.ts';
import { copyTemplate, poolerBefore } from './database.ts';

export interface TestServerOptions {
  readonly clock?: Clock;
  /** A further process on the database and broker of this one. */
  readonly beside?: Pick<TestServer, 'databaseUrl' | 'mqttUrl' | 'clock'>;
  readonly config?: Partial<Config>;
  /** Time-out of requests to receivers of webhooks or push, in milliseconds. */
  readonly outboundTimeoutMs?: number;
  /** Milliseconds until an emergency locks a door again. */
  readonly emergencyRetryMs?: number;
  readonly logLevel?: string;
  /** Receives all log lines, at every level. */
  readonly logLines?: string[];
  /** A separate broker that the test may stop. */
  readonly mqttUrl?: string;
  /** The broker is the embedded one, also where the other tests have an external one: only it has accounts of devices. */
  readonly hasEmbeddedBroker?: boolean;
}

export interface Shop {
  readonly productId: string;
  readonly slug: string;
  readonly stores: readonly {
    readonly id: string;
    readonly mqttPrefix: string;
    readonly rooms: readonly { readonly id: string; readonly name: string }[];
  }[];
}

/** Any JSON value, as deep as a test reads: a wrong guess is `undefined` and fails the expectation. */
export interface JsonBody {
  readonly [key: string]: JsonBody & JsonBody[] & string;
}

export interface Answer {
  readonly status: number;
  /** Parsed JSON; a test parses it further by the contract where it wants types. */
  readonly body: JsonBody;
  readonly headers: Headers;
}

/** A caller of the server: a person with a session, or an anonymous one. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
  readonly email: string;
  readonly actor: PersonActor;
  /** `path` is below `/api/v2`. Text and bytes are sent unchanged, other values as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** The hash of a password that no test knows, computed once so that signing in is cheap. */
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$o+fVPQQMI7007ndgnllbRg$eVCZUbQC29U8HFdta6uQ9kI/W5lhlzoROxfxNKRalnU';
const ALWAYS_OPEN = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt: '00:00', closesAt: '00:00' }));

export class TestServer {
  readonly app: App;
  readonly databaseUrl: string;
  readonly mqttUrl: string;
  readonly config: Config;
  readonly clock: Clock;
  private readonly release: () => Promise<void>;

  constructor(item: {
    app: App;
    databaseUrl: string;
    mqttUrl: string;
    config: Config;
    clock: Clock;
    release: () => Promise<void>;
  }) {
    this.app = item.app;
    this.databaseUrl = item.databaseUrl;
    this.mqttUrl = item.mqttUrl;
    this.config = item.config;
    this.clock = item.clock;
    this.release = item.release;
  }

  get url(): string {
    return this.app.url;
  }

  withActor<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.app.db.withActor(actor, work);
  }

  /**
   * Creates a separate product, so that tests on one server do not see each other. Its stores are always open, with
   * half-hour slots and stays from one to 24 slots.
   */
  async makeShop({ stores = 1, rooms = 2 }: { stores?: number; rooms?: number } = {}): Promise<Shop> {
    const productId = uuidv7();
    const slug = `p${productId.replaceAll('-', '').slice(-12)}`;
    const now = this.clock.now();
    await this.withActor(SYSTEM, (tx) =>
      tx.insertInto('products').values({ id: productId, slug, name: slug, created_at: now }).execute(),
    );
    const createdStores = [];
    for (let number = 1; number <= stores; number += 1) {
      const store = {
        id: uuidv7(),
        mqttPrefix: `${slug}/store-${number}`,
        rooms: [] as { id: string; name: string }[],
      };
      await this.withActor(headOffice(productId), (tx) =>
        tx
          .insertInto('stores')
          .values({
            product_id: productId,
            id: store.id,
            name: `Store ${number}`,
            mqtt_prefix: store.mqttPrefix,
            created_at: now,
            hours: JSON.stringify(ALWAYS_OPEN),
            slot_minutes: 30,
            min_minutes: 30,
            max_minutes: 720,
          })
          .execute(),
      );
      for (let room = 1; room <= rooms; room += 1) {
        const row = { id: uuidv7(), name: `Room ${room}` };
        await this.withActor(storeActor(productId, store.id), (tx) =>
          tx
            .insertInto('rooms')
            .values({
              product_id: productId,
              store_id: store.id,
              ...row,
              capacity: 4,
              sort_order: room,
              created_at: now,
            })
            .execute(),
        );
        store.rooms.push(row);
      }
      createdStores.push(store);
    }
    await this.app.devices.runTick();
    return { productId, slug, stores: createdStores };
  }

  /** Creates a person with a session, without the cost of a password. `stores` are the assigned ones. */
  async signIn(
    shop: Shop,
    roles: readonly Role[],
    stores: readonly { readonly id: string }[] = [],
    sessionHours = 1,
  ): Promise<Caller> {
    const [userId, sessionId, now] = [uuidv7(), uuidv7(), this.clock.now()];
    const email = `${userId}@test.example`;
    const expiresAt = new Date(now.getTime() + sessionHours * 3600_000);
    await this.withActor(SYSTEM, async (tx) => {
      await tx
        .insertInto('users')
        .values({
          id: userId,
          product_id: shop.productId,
          email,
          name: roles.join('+') || 'nobody',
          password_hash: PASSWORD_HASH,
          roles: [...roles],
          created_at: now,
        })
        .execute();
      for (const store of stores)
        await tx
          .insertInto('user_stores')
          .values({ product_id: shop.productId, user_id: userId, store_id: store.id })
          .execute();
      await tx
        .insertInto('sessions')
        .values({
          id: sessionId,
          user_id: userId,
          created_at: now,
          expires_at: expiresAt,
          end_reason: null,
          address: '127.0.0.1',
          user_agent: 'test',
        })
        .execute();
    });
    const token = await this.app.tokens.sign({ userId, sessionId }, expiresAt);
    const actor: PersonActor = {
      kind: 'person',
      userId,
      sessionId,
      name: roles.join('+'),
      productId: shop.productId,
      roles,
      storeIds: roles.includes('FRANCHISEE') ? stores.map((store) => store.id) : 'all',
      address: '127.0.0.1',
    };
    return { userId, sessionId, token, email, actor, call: this.caller(token) };
  }

  /** Returns a function that calls with this token, or with none. */
  caller(token: string | null): Caller['call'] {
    return callerAt(this.url, token);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.release();
  }
}

/** Returns a function that calls the server at this address with this token, or with none. */
export function callerAt(url: string, token: string | null): Caller['call'] {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/api/v2${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : {
            body:
              body instanceof Uint8Array
                ? new Uint8Array(body)
                : typeof body === 'string'
                  ? body
                  : JSON.stringify(body),
          }),
    });
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : {}, headers: response.headers };
  };
}

export function headOffice(productId: string): Actor {
  return {
    kind: 'person',
    userId: uuidv7(),
    sessionId: uuidv7(),
    name: 'head office',
    productId,
    roles: ['ADMIN'],
    storeIds: 'all',
    address: '127.0.0.1',
  };
}

export const NO_BACKUPS: Config['backup'] = {
  target: null,
  keys: [],
  rotation: { days: 7, weeks: 4, months: 6 },
  s3: { endpoint: null, region: 'us-east-1', accessKey: null, secretKey: null },
};

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { beside } = options;
  const copy = beside
    ? { url: beside.databaseUrl, drop: async () => undefined }
    : await copyTemplate(inject('databaseServerUrl'));
  const external = options.hasEmbeddedBroker ? '' : inject('mqttUrl');
  const broker = beside || options.mqttUrl || external ? null : await startTestBroker();
  const mqttUrl = options.mqttUrl ?? beside?.mqttUrl ?? broker?.url ?? external;
  const config: Config = {
    port: 0,
    host: '127.0.0.1',
    dataDir: '',
    databaseUrl: copy.url,
    databasePooler: poolerBefore(copy.url),
    databasePool: 8,
    backup: NO_BACKUPS,
    databaseWaitSeconds: 0,
    mqttUrl,
    mqttBrokerName: 'main',
    mqttPort: 0,
    isEmbeddedBrokerRequested: false,
    embeddedBrokerSecret: null,
    tokenSecret: 'of-the-tests-and-of-nothing-else-00000000',
    personalDataKeys: ['of-the-tests-personal-data-and-of-nothing-else'],
    tokenHours: 12,
    // A busy machine answers late: a test of a slow provider sets a shorter time.
    providerTimeoutMs: 5000,
    providerTestUrls: true,
    webhookAllow: ['127.0.0.1'],
    pushAllowHosts: [],
    pushTestNetworks: ['127.0.0.1'],
    pushContact: 'mailto:operator@test.example',
    trustProxy: 0,
    publicUrl: 'https://office.example',
    requestLimit: 0,
    searchTimeoutMs: 8000,
    metricsToken: null,
    otlp: null,
    demo: false,
    demoOnNetwork: false,
    logLevel: 'silent',
    webRoot: null,
    guestRoot: null,
    ...options.config,
  };
  const clock = options.clock ?? beside?.clock ?? systemClock;
  const { logLines } = options;
  const log = logLines
    ? pino({ level: 'trace' }, { write: (line) => void logLines.push(line) })
    : pino({ level: options.logLevel ?? 'silent' });
  const app = await startApp({
    config,
    databaseUrl: copy.url,
    mqttUrl,
    deviceBroker: deviceBrokerAt(mqttUrl, broker?.accounts ?? null),
    clock,
    log,
    ...(options.outboundTimeoutMs !== undefined && { outboundTimeoutMs: options.outboundTimeoutMs }),
    ...(options.emergencyRetryMs !== undefined && { emergencyRetryMs: options.emergencyRetryMs }),
  });
  const release = async () => {
    await broker?.close();
    await copy.drop();
  };
  return new TestServer({ app, databaseUrl: copy.url, mqttUrl, config, clock, release });
}
