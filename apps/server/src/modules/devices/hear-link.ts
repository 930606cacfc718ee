import type { Message } from '../../mqtt/index.ts';
import type { DevicesOptions, HeardReport } from './deps.ts';
import { bindDriver, Unreadable, type BoundDevice } from './drivers/index.ts';

/** The least time between two state queries to a device, however often it reports that it is back. */
const ASKED_EVERY_MS = 2000;

export interface HeardLink {
  readonly targetId: string;
  /** The version of its target. Another version may mean other topics. */
  readonly version: number | null;
  readonly settings: string;
  readonly end: () => void;
}

interface LinkToHear {
  readonly id: string;
  readonly driver: string;
  readonly settings: unknown;
  readonly target_id: string;
  readonly version: number | null;
}

interface Ears extends Pick<DevicesOptions, 'mqtt' | 'clock' | 'log'> {
  /** Runs `act`, and counts a message that it cannot read instead of throwing. */
  guarded(topic: string, act: () => void): void;
  /** `false`: refused, because too many reports of the link are waiting. */
  take(device: BoundDevice, heard: HeardReport): boolean;
}

/** Subscribes to the topics of one device until `end`. Throws if the settings are invalid for the driver. */
export function hearLink({ mqtt, clock, log, guarded, take }: Ears, row: LinkToHear): HeardLink {
  const device = bindDriver(row.driver, row.settings);
  let askedAt = -ASKED_EVERY_MS;
  let asking: NodeJS.Timeout | undefined;
  const ask = () => {
    const { question } = device;
    if (question === null || asking !== undefined) return;
    const inMs = Math.max(0, askedAt + ASKED_EVERY_MS - performance.now());
    asking = setTimeout(() => {
      asking = undefined;
      askedAt = performance.now();
      mqtt
        .publish(question.topic, question.payload)
        .catch((error: unknown) => log.debug({ err: error }, 'a device could not be asked for its state'));
    }, inMs);
  };
  const hear = ({ topic, payload, isRetained }: Message) => {
    guarded(topic, () => {
      const at = clock.now();
      for (const report of device.read(topic, payload)) {
        if (!take(device, { report, at, isRetained })) throw new Unreadable('flood');
        if (report.kind === 'availability' && report.isAvailable) ask();
      }
    });
  };
  const ends = device.topics.map((topic) => mqtt.subscribe(topic, hear));
  return {
    targetId: row.target_id,
    version: row.version,
    settings: JSON.stringify(row.settings),
    end: () => {
      clearTimeout(asking);
      for (const end of ends) end();
    },
  };
}
