import mqtt from 'mqtt';

/** What `doctor` says of MQTT_URL; throws with what is wrong with it and what to do, in words. */
export async function examineBroker(url: string, timeoutMs = 5000): Promise<string> {
  const { hostname, port, protocol } = new URL(url);
  const place = `${hostname}${port === '' ? '' : `:${port}`}`;
  const client = mqtt.connect(url, { reconnectPeriod: 0, connectTimeout: timeoutMs, clientId: `munjigi-doctor-${process.pid}` });
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
    return `${place} takes the connection`;
  } catch (error) {
    throw new Error(wordsFor(error as Error & { code?: string | number }, place, protocol), { cause: error });
  } finally {
    client.on('error', () => undefined); // it has been said
    client.end(true);
  }
}

function wordsFor({ message, code }: Error & { code?: string | number }, place: string, protocol: string): string {
  // 4 and 5 of MQTT 3.1.1, 134 and 135 of MQTT 5: credentials, and what they may do.
  if (code === 4 || code === 134) return `${place} refuses the user or password. Correct both in MQTT_URL: mqtt://user:password@host`;
  if (code === 5 || code === 135) return `${place} does not let this user in (not authorized). Put a user that may into MQTT_URL, or change the broker's rules`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `nobody knows the host ${place}. Correct MQTT_URL`;
  if (code === 'ECONNREFUSED') return `nothing listens at ${place}. Start the broker, or correct host and port in MQTT_URL`;
  if (message === 'no answer') return `${place} does not answer. Is it the right host and port, and does a firewall let it through?`;
  if (message === 'closed') return `${place} hangs up: what listens there does not speak MQTT as ${protocol}// does. Correct scheme and port in MQTT_URL`;
  return `${place}: ${message}. Correct MQTT_URL${protocol === 'mqtts:' || protocol === 'wss:' ? ', or the broker’s certificate' : ''}`;
}
