/** The parts of a broker's URL. Only `address` may be printed: it has no user and no password. */
export interface BrokerAddress {
  readonly address: string;
  /** Host and port, for people. */
  readonly place: string;
  readonly protocol: string;
  readonly username?: string;
  readonly password?: string;
}

/** Splits the user info itself, because mqtt.js splits at the last colon, which a password may contain. */
export function readBrokerUrl(text: string): BrokerAddress {
  const url = new URL(text);
  const { protocol, hostname, port } = url;
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  url.username = '';
  url.password = '';
  return {
    address: url.href,
    place: `${hostname}${port === '' ? '' : `:${port}`}`,
    protocol,
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
  };
}

/** Whether messages to this address stay on this machine. */
export function isLoopback({ address }: BrokerAddress): boolean {
  const hostname = new URL(address).hostname.toLowerCase();
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

export function isEncrypted({ protocol }: BrokerAddress): boolean {
  return protocol === 'mqtts:' || protocol === 'wss:';
}
