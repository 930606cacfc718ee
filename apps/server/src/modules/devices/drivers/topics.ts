import { isPlainTopic } from '../../../mqtt/index.ts';
import type { BoundDevice } from './driver.ts';

/** The first topic of the device that is not below the store's prefix, or is no topic; `null` when all are. */
export function strangeTopic(device: Pick<BoundDevice, 'topics' | 'commandTopics'>, owns: (topic: string) => boolean): string | null {
  return [...device.commandTopics, ...device.topics].find((topic) => !isPlainTopic(topic) || !owns(topic)) ?? null;
}

/**
 * Whether a topic belongs to a store, and is not discovery itself. A prefix can lie below another store's: the longest one
 * owns the topic.
 */
export function ownsTopic(mqttPrefix: string, others: Iterable<string>, topic: string): boolean {
  const isBelow = (prefix: string) => topic.startsWith(`${prefix}/`);
  if (!isBelow(mqttPrefix) || isBelow(`${mqttPrefix}/homeassistant`)) return false;
  for (const other of others) {
    if (other.length > mqttPrefix.length && isBelow(other)) return false;
  }
  return true;
}
