import type pg from 'pg';
import { DatabaseClient, SILENT_MS, type DatabaseClientConfig } from './client.ts';
import { classifyDatabaseError } from './database-unavailable.ts';

interface Listening {
  readonly connection: DatabaseClientConfig;
  readonly channel: string;
  readonly onNotify: (payload?: string) => void;
  readonly onError: (error: Error) => void;
}

/** A silent connection may be one whose server is gone. It is asked after this part of the time that a statement has. */
const ASK_EVERY = 1 / 4;
/** How long it has to answer, or to be opened. */
const ANSWER = 1 / 8;
const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 2000;

/** Keeps one connection that listens to a channel, and opens another one when it breaks or does not answer. */
export async function keepListening(listening: Listening): Promise<{ close(): Promise<void> }> {
  const connection = new ListeningConnection(listening);
  await connection.connect();
  return connection;
}

class ListeningConnection {
  private readonly listening: Listening;
  private readonly silentMs: number;
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private retryMs = FIRST_RETRY_MS;
  private isClosed = false;

  constructor(listening: Listening) {
    this.listening = listening;
    this.silentMs = listening.connection.silentMs ?? SILENT_MS;
  }

  async connect(): Promise<void> {
    const { connection, channel, onNotify } = this.listening;
    const next = new DatabaseClient({ ...connection, connectionTimeoutMillis: this.silentMs * ANSWER });
    next.on('error', (error) => this.report(error));
    next.on('notification', ({ payload }) => onNotify(payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw classifyDatabaseError(error);
    }
    if (this.isClosed) return next.end();
    this.client = next;
    this.retryMs = FIRST_RETRY_MS;
    // `end` is emitted for a failed attempt too: only this handler retries, or the attempts would double each time.
    next.once('end', () => this.retryLater());
    this.askLater(next);
    onNotify(); // Notifications may have been sent while the connection was down.
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.client?.end();
  }

  private report(error: Error): void {
    this.listening.onError(classifyDatabaseError(error) as Error);
  }

  private retryLater(): void {
    clearTimeout(this.timer);
    if (this.isClosed) return;
    this.timer = setTimeout(() => this.reconnect(), this.retryMs);
    this.retryMs = Math.min(2 * this.retryMs, LAST_RETRY_MS);
  }

  private reconnect(): void {
    this.connect().catch((error: Error) => {
      this.report(error);
      this.retryLater();
    });
  }

  private askLater(client: pg.Client): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(client), this.silentMs * ASK_EVERY);
  }

  private ask(client: pg.Client): void {
    const { stream } = client.connection as unknown as { stream: { destroy(error: Error): void } };
    const silent = setTimeout(
      () => stream.destroy(new Error('Connection terminated: the server does not answer')),
      this.silentMs * ANSWER,
    );
    client
      .query('select 1')
      .then(
        () => !this.isClosed && this.client === client && this.askLater(client),
        // The end of the connection opens another one.
        (error: Error) => this.report(error),
      )
      .finally(() => clearTimeout(silent));
  }
}
