import { foundSecret, type Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { BROKER_SECRET_FILE } from '../launch.ts';
import { deviceAccount, isPlainTopic } from '../mqtt/index.ts';
import { onCurrentSchema } from './with-database.ts';

/**
 * Prints the embedded broker's account for the devices below a store's MQTT prefix, if the database has this program's
 * schema.
 */
export async function printDeviceAccount(config: Config, prefix: string): Promise<number> {
  return onCurrentSchema(config, async () => {
    for (const line of describeDeviceAccount(config, prefix)) console.log(line);
    return 0;
  });
}

/** Returns the embedded broker's account for the devices below a store's MQTT prefix. Creates no secret. */
export function describeDeviceAccount(
  { mqttUrl, embeddedBrokerSecret, dataDir, mqttPort }: Config,
  prefix: string,
): string[] {
  if (mqttUrl !== null)
    throw new ConfigError('MQTT_URL names a broker of your own: its accounts are made there, see docs/install.md');
  if (!isPlainTopic(prefix) || /^\/|\/$|\/\//.test(prefix))
    throw new ConfigError(
      `${prefix} is no MQTT prefix: write it as the store's page shows it, such as playroom/gangnam`,
    );
  const secret = embeddedBrokerSecret ?? foundSecret(dataDir, BROKER_SECRET_FILE);
  if (secret === null)
    throw new ConfigError(
      `DATA_DIR: there is no ${BROKER_SECRET_FILE} in ${dataDir}. The first start of the server makes it`,
    );
  const { user, password } = deviceAccount(secret, prefix);
  return [`server    127.0.0.1:${mqttPort}`, `user      ${user}`, `password  ${password}`];
}
