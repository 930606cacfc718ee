import { isEncrypted, isLoopback, readBrokerUrl } from './broker-address.ts';

/** Finds the topic prefix of an account by its user name and the SHA-256 of its password; `null`: it is not valid. */
export type FindDeviceAccount = (userName: string, passwordHash: Buffer) => Promise<string | null>;

/** The accounts of devices that the embedded broker takes besides those of its secret. */
export interface StoredDeviceAccounts {
  accept(find: FindDeviceAccount): void;
  /** Ends the connections of an account. */
  end(userName: string): void;
}

/** The broker as devices see it. `accounts`: `null` for an external broker, whose accounts are created there. */
export interface DeviceBroker {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  readonly isLoopback: boolean;
  readonly accounts: StoredDeviceAccounts | null;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 };

/** The address of the broker at this URL, without the user and the password of the server. */
export function deviceBrokerAt(url: string, accounts: StoredDeviceAccounts | null): DeviceBroker {
  const address = readBrokerUrl(url);
  const { hostname, port, protocol } = new URL(address.address);
  return {
    host: hostname,
    port: port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port),
    isEncrypted: isEncrypted(address),
    isLoopback: isLoopback(address),
    accounts,
  };
}
