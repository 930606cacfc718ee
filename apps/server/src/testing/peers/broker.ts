import { startBroker, type EmbeddedBroker } from '../../mqtt/index.ts';

export const TEST_BROKER_SECRET = 'of-the-tests-broker-and-of-nothing-else-0000';

/** Starts the embedded broker with the same accounts each time, so that clients can reconnect after its restart. */
export function startTestBroker(options: Partial<Parameters<typeof startBroker>[0]> = {}): Promise<EmbeddedBroker> {
  return startBroker({ port: 0, secret: TEST_BROKER_SECRET, ...options });
}
