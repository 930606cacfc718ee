import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The URL of the server's embedded broker with the account of the devices below the store's topic prefix. */
export function embeddedBrokerUrl({
  secret,
  port,
  prefix,
}: {
  readonly secret: string;
  readonly port: number;
  readonly prefix: string;
}): string {
  const password = createHmac('sha256', secret).update(`devices ${prefix}`).digest('base64url');
  return `mqtt://${encodeURIComponent(prefix)}:${password}@127.0.0.1:${port}`;
}

/** The same for the server on this machine, from its environment. Without its secret the URL has no account. */
export function localBrokerUrl(prefix: string, env: NodeJS.ProcessEnv = process.env): string {
  const port = Number(env['MQTT_PORT'] || 4883);
  const file = path.join(env['DATA_DIR'] || '.data', 'broker-secret');
  const secret = env['EMBEDDED_BROKER_SECRET'] || (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  return secret === '' ? `mqtt://127.0.0.1:${port}` : embeddedBrokerUrl({ secret, port, prefix });
}
