import type { Client } from 'aedes';
import type { FindDeviceAccount, StoredDeviceAccounts } from './device-broker.ts';

/** The accounts that people created, and the connections that use them. Without a database no such account is valid. */
export class StoredAccounts implements StoredDeviceAccounts {
  private findAccount: FindDeviceAccount | null = null;
  private readonly clients = new Map<string, Set<Client>>();
  /** Counts revocations, so that a connection which signs in meanwhile is refused. */
  private readonly ended = new Set<string>();

  accept(find: FindDeviceAccount): void {
    this.findAccount = find;
  }

  async find(userName: string, passwordHash: Buffer): Promise<string | null> {
    try {
      const prefix = (await this.findAccount?.(userName, passwordHash)) ?? null;
      return this.ended.has(userName) ? null : prefix;
    } catch {
      // The database is away: the device tries again, as after any failed connection.
      return null;
    }
  }

  remember(userName: string, client: Client): void {
    const own = this.clients.get(userName) ?? new Set();
    this.clients.set(userName, own.add(client));
    client.conn.once('close', () => {
      own.delete(client);
      if (own.size === 0 && this.clients.get(userName) === own) this.clients.delete(userName);
    });
  }

  end(userName: string): void {
    this.ended.add(userName);
    for (const client of this.clients.get(userName) ?? []) client.close();
  }
}
