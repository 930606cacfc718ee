import { demoAddressFault, keptSecret, loadConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { BROKER_SECRET_FILE, openOrStartDatabase } from './launch.ts';
import { startFault } from './start-fault.ts';

export interface DevDatabase {
  /** For psql and other programs. */
  readonly url: string;
  /** The settings of a server on this database that starts again after each change. */
  readonly serverSettings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts the embedded database for `npm run dev`, which keeps it while the server restarts; with `DATABASE_URL` it
 * starts nothing. Throws a `ConfigError` with the fault in words.
 */
export async function startDevDatabase(onLost: (message: string) => void): Promise<DevDatabase> {
  const config = loadConfig();
  // The server listens on this machine only, and `npm run dev` on HOST.
  const addressFault = demoAddressFault(config);
  if (addressFault !== null) throw new ConfigError(addressFault);
  const database = await openOrStartDatabase(config, onLost).catch((error: unknown) => {
    const fault = startFault(error, config);
    throw fault === null ? error : new ConfigError(fault, { cause: error });
  });
  // A URL requires a host; the `?host=` parameter with the folder of the socket takes precedence.
  const url = database.url.replace('@/', '@localhost/');
  const serverSettings =
    config.databaseUrl === null
      ? {
          DATABASE_URL: url,
          TOKEN_SECRET: config.tokenSecret,
          DEMO: config.demo ? '1' : '0',
          EMBEDDED_BROKER: config.mqttUrl === null ? '1' : '0',
          EMBEDDED_BROKER_SECRET: config.embeddedBrokerSecret ?? keptSecret(config.dataDir, BROKER_SECRET_FILE),
        }
      : {};
  return { url, serverSettings, stop: database.stop };
}
