import type { MqttMessage } from '../../../mqtt/index.ts';
import type { StoreKey } from '../../stores/index.ts';
import type { DevicesOptions } from '../commands/deps.ts';
import { bindDriver } from '../drivers/index.ts';
import type { Ingest } from './ingest.ts';
import type { SubscribedLink } from './subscriptions.sql.ts';

/** The least time between two state queries to a device, however often it reports that it is back. */
const QUERY_EVERY_MS = 2000;

export interface LinkSubscription {
  readonly targetId: string;
  /** The version of its target. Another version may mean other topics. */
  readonly version: number | null;
  readonly settings: string;
  readonly end: () => void;
}

interface LinkContext extends Pick<DevicesOptions, 'mqtt' | 'log'> {
  readonly store: StoreKey;
  readonly ingest: Ingest;
}

/** Subscribes to the topics of one device until `end`. Throws if the settings are invalid for the driver. */
export function subscribeToLink({ mqtt, log, store, ingest }: LinkContext, link: SubscribedLink): LinkSubscription {
  const device = bindDriver(link.driver, link.settings);
  let queriedAt = -QUERY_EVERY_MS;
  let queryTimer: NodeJS.Timeout | undefined;
  const queryState = () => {
    const { question } = device;
    if (question === null || queryTimer !== undefined) return;
    const inMs = Math.max(0, queriedAt + QUERY_EVERY_MS - performance.now());
    queryTimer = setTimeout(() => {
      queryTimer = undefined;
      queriedAt = performance.now();
      mqtt
        .publish(question.topic, question.payload)
        .catch((error: unknown) => log.debug({ err: error }, 'a device could not be asked for its state'));
    }, inMs);
  };
  const source = { linkId: link.id, store, driver: link.driver, device, onAvailable: queryState };
  const receive = (message: MqttMessage) => ingest.receiveReports(source, message);
  const ends = device.topics.map((topic) => mqtt.subscribe(topic, receive));
  return {
    targetId: link.target_id,
    version: link.version,
    settings: JSON.stringify(link.settings),
    end: () => {
      clearTimeout(queryTimer);
      for (const end of ends) end();
    },
  };
}
