import { embeddedBrokerUrl } from '@munjigi/virtual-devices';

/**
 * The URL of the server's embedded broker with the device account of a store, by default 강남점. The secret is the one in
 * playwright.config.ts.
 */
export function brokerOf(server: string, prefix = 'playroom/gangnam'): string {
  return embeddedBrokerUrl({
    secret: 'of-the-browser-tests-and-of-nothing-else-0',
    port: Number(new URL(server).port) + 1,
    prefix,
  });
}
