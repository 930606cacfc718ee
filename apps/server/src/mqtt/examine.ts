import mqtt from 'mqtt';
import { isEncrypted, isLoopback, readBrokerUrl, type BrokerAddress } from './broker-address.ts';
import { toErrorMessage } from '../error-message.ts';

export interface BrokerFinding {
  readonly faults: readonly string[];
  readonly notes: readonly string[];
}

/** Examines MQTT_URL for `doctor`: each fault in words, with its remedy. Never contains user or password. */
export async function examineBroker(url: string, timeoutMs = 5000): Promise<BrokerFinding> {
  const broker = readBrokerUrl(url);
  const { username, password } = broker;
  const { place } = broker;
  const faults = isEncrypted(broker) || isLoopback(broker) ? [] : [plainTextFault(place)];
  const notes = [`${place} accepts the connection`];
  try {
    await connectOnce(
      broker,
      { ...(username === undefined ? {} : { username }), ...(password === undefined ? {} : { password }) },
      timeoutMs,
    );
  } catch (error) {
    return { faults: [wordsFor(error as ConnectError, broker)], notes };
  }
  try {
    await connectOnce(broker, {}, timeoutMs);
    faults.push(
      `${place} accepts clients without user and password: any program that reaches it can read access codes and open doors. ${REQUIRE_ACCOUNTS}`,
    );
  } catch (error) {
    if (isRefusal(error as ConnectError)) notes.push('refuses clients without user and password');
    else
      faults.push(
        `whether ${place} refuses clients without user and password is unknown (${toErrorMessage(error)}). Run doctor again`,
      );
  }
  return { faults, notes };
}

const REQUIRE_ACCOUNTS =
  'Refuse them (Mosquitto: allow_anonymous false, password_file, acl_file), give Munjigi and each device an account, and name Munjigi’s in MQTT_URL: see docs/install.md';

function plainTextFault(place: string): string {
  return `the connection to ${place} is not encrypted: anyone on the network path can read the password and access codes, and send commands. Set MQTT_URL with mqtts:// and the broker’s TLS port (usually 8883); for a certificate authority of your own set NODE_EXTRA_CA_CERTS to its file`;
}

type ConnectError = Error & { readonly code?: string | number };

/** Resolves when the broker accepts the connection. */
async function connectOnce(
  { address }: BrokerAddress,
  credentials: { readonly username?: string; readonly password?: string },
  timeoutMs: number,
): Promise<void> {
  const client = mqtt.connect(address, {
    ...credentials,
    reconnectPeriod: 0,
    connectTimeout: timeoutMs,
    clientId: `munjigi-doctor-${process.pid}`,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      const tooLate = setTimeout(() => reject(new Error('no answer')), timeoutMs);
      const end = (error?: Error) => {
        clearTimeout(tooLate);
        if (error) reject(error);
        else resolve();
      };
      client.once('connect', () => end());
      client.once('error', end);
      client.once('close', () => end(new Error('closed')));
    });
  } finally {
    client.on('error', () => undefined); // The error was already reported.
    client.end(true);
  }
}

/** A broker may also close the connection instead of answering. */
function isRefusal({ code, message }: ConnectError): boolean {
  return [4, 5, 134, 135].includes(Number(code)) || message === 'closed';
}

function wordsFor({ message, code }: ConnectError, broker: BrokerAddress): string {
  const { place, protocol } = broker;
  // 4 and 5 of MQTT 3.1.1, 134 and 135 of MQTT 5: bad credentials, not authorised.
  if (code === 4 || code === 134)
    return `${place} refuses the user or password. Correct both in MQTT_URL: mqtt://user:password@host`;
  if (code === 5 || code === 135)
    return `${place} does not let this user in (not authorized). Name a user with access in MQTT_URL, or change the broker's rules`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the host ${place} was not found. Correct MQTT_URL`;
  if (code === 'ECONNREFUSED')
    return `nothing listens at ${place}. Start the broker, or correct host and port in MQTT_URL`;
  if (message === 'no answer')
    return `${place} does not respond. Check the host and the port, and whether a firewall blocks it`;
  if (message === 'closed')
    return `${place} closes the connection: what listens there does not speak MQTT over ${protocol}//. Correct scheme and port in MQTT_URL`;
  return `${place}: ${message}. Correct MQTT_URL${isEncrypted(broker) ? ', or the broker’s certificate (a certificate authority of your own: NODE_EXTRA_CA_CERTS)' : ''}`;
}
