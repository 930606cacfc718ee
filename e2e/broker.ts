import { embeddedBrokerUrl } from '@munjigi/virtual-devices';

/**
 * The server's own broker, with the account of the devices of the store 강남점. The secret is that of
 * playwright.config.ts.
 */
export function brokerOf(server: string): string {
  return embeddedBrokerUrl({
    secret: 'of-the-browser-tests-and-of-nothing-else-0',
    port: Number(new URL(server).port) + 1,
    prefix: 'playroom/gangnam',
  });
}
