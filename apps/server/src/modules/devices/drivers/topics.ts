import { isPlainTopic } from '../../../mqtt/index.ts';
import type { BoundDevice } from './driver.ts';

/** The first topic of the device that is invalid or does not belong to the store; `null`: all are valid. */
export function strangeTopic(
  device: Pick<BoundDevice, 'topics' | 'commandTopics'>,
  owns: (topic: string) => boolean,
): string | null {
  return [...device.commandTopics, ...device.topics].find((topic) => !isPlainTopic(topic) || !owns(topic)) ?? null;
}

/**
 * Whether a topic belongs to the store and is not a discovery topic. A prefix may lie below the prefix of another
 * store; the longest prefix owns the topic.
 */
export function ownsTopic(mqttPrefix: string, others: Iterable<string>, topic: string): boolean {
  const isBelow = (prefix: string) => topic.startsWith(`${prefix}/`);
  if (!isBelow(mqttPrefix) || isBelow(`${mqttPrefix}/homeassistant`)) return false;
  for (const other of others) {
    if (other.length > mqttPrefix.length && isBelow(other)) return false;
  }
  return true;
}
