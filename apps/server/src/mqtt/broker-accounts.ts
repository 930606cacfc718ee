import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The accounts of the embedded broker. All passwords are derived from one secret: the server's, and one for the devices
 * below each topic prefix, whose user name is that prefix. `packages/virtual-devices` derives the same password; a test
 * compares the two.
 */
export type BrokerRole = { readonly kind: 'server' } | { readonly kind: 'devices'; readonly prefix: string };

export interface BrokerAccount {
  readonly user: string;
  readonly password: string;
}

export function serverAccount(secret: string): BrokerAccount {
  return { user: 'munjigi', password: derivePassword(secret, 'server') };
}

export function deviceAccount(secret: string, prefix: string): BrokerAccount {
  return { user: prefix, password: derivePassword(secret, `devices ${prefix}`) };
}

/** `mqtt://user:password@host:port`, with URL-encoded characters (`%2F`). */
export function brokerUrl(host: string, port: number, { user, password }: BrokerAccount): string {
  return `mqtt://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}`;
}

/** The role of a user and password; `null`: invalid. Takes the same time for every wrong password. */
export function findRole(secret: string, user: string | undefined, password: Buffer | undefined): BrokerRole | null {
  const server = serverAccount(secret);
  const devices = deviceAccount(secret, user ?? '');
  const isServer = isEqual(server.password, password) && user === server.user;
  const isDevices = isEqual(devices.password, password) && user !== undefined && user !== '';
  if (isServer) return { kind: 'server' };
  return isDevices ? { kind: 'devices', prefix: devices.user } : null;
}

function derivePassword(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

/** Compares digests, so that the time reveals neither content nor length of the right password. */
function isEqual(expected: string, received: Buffer | undefined): boolean {
  const digest = (value: string | Buffer) => createHmac('sha256', 'comparison').update(value).digest();
  return timingSafeEqual(digest(expected), digest(received ?? ''));
}
