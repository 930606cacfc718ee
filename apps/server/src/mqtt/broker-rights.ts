import type { Aedes, AedesPublishPacket, Client } from 'aedes';
import type { BrokerRole } from './broker-accounts.ts';
import { MOST_PAYLOAD_BYTES } from './limits.ts';

export type PublishFault = 'too_large' | 'reserved_topic' | 'foreign_topic';

/**
 * The rights of a connection. The server may publish and receive everything. A device may publish and subscribe below
 * its prefix, and receives only new messages of the server, never those of another device or retained ones. Therefore
 * only the server can send a command, regardless of the names of command topics.
 */
export class BrokerRights {
  private readonly roles = new WeakMap<Client, BrokerRole>();
  private readonly clients: () => Readonly<Record<string, Client | undefined>>;

  constructor(broker: Aedes) {
    // The types of Aedes omit its connected clients, which are keyed by client id.
    this.clients = () => (broker as unknown as { clients: Record<string, Client | undefined> }).clients;
  }

  grant(client: Client, role: BrokerRole): void {
    this.roles.set(client, role);
  }

  /** Whether another account is connected with this client id, because a second connection would end the first one. */
  isIdOfOtherAccount(client: Client, role: BrokerRole): boolean {
    const present = this.clients()[client.id];
    const other = present && this.roles.get(present);
    return other !== undefined && prefixOf(other) !== prefixOf(role);
  }

  publishFault(
    role: BrokerRole | undefined,
    { topic, payload }: { readonly topic: string; readonly payload: string | Buffer },
  ): PublishFault | null {
    if (payload.length > MOST_PAYLOAD_BYTES) return 'too_large';
    if (topic.startsWith('$')) return 'reserved_topic';
    return isBelow(role, topic) ? null : 'foreign_topic';
  }

  roleOf(client: Client | null): BrokerRole | undefined {
    return client === null ? undefined : this.roles.get(client);
  }

  maySubscribe(client: Client, filter: string): boolean {
    return isBelow(this.roles.get(client), filter);
  }

  mayReceive(client: Client, packet: AedesPublishPacket & { readonly clientId?: string }): boolean {
    const role = this.roles.get(client);
    if (role?.kind === 'server') return true;
    if (packet.retain || packet.clientId === undefined || !isBelow(role, packet.topic)) return false;
    // Nothing is known about a disconnected sender (a last will), so it counts as a device.
    const sender = this.clients()[packet.clientId];
    return sender !== undefined && this.roles.get(sender)?.kind === 'server';
  }
}

/** A filter below a prefix has no wildcard before the prefix ends. */
function isBelow(role: BrokerRole | undefined, topic: string): boolean {
  if (role === undefined) return false;
  return role.kind === 'server' || topic.startsWith(`${role.prefix}/`);
}

function prefixOf(role: BrokerRole): string | null {
  return role.kind === 'server' ? null : role.prefix;
}
