import type { Device, DeviceKind, ManualBinding } from '@munjigi/contract';
import type { FieldErrors } from '../../ui/form/field-errors.ts';
import { wholeNumber } from '../../ui/form/numbers.ts';

/** A device that announces nothing and is set up manually: its driver and its topics (DR-4). */

type ManualDriver = ManualBinding['driver'];
/** A lock becomes a door, everything else a device of a room. */
type ManualDeviceKind = DeviceKind | 'LOCK';

/** The fields of all drivers, as they are typed; a binding uses those of its driver. */
export interface ManualDeviceDraft {
  readonly driver: ManualDriver;
  readonly kind: ManualDeviceKind;
  readonly topicPrefix: string;
  readonly component: 'switch' | 'light';
  readonly channel: string;
  readonly fullTopic: string;
  readonly topic: string;
  readonly relay: string;
  readonly hasSeveral: boolean;
  readonly baseTopic: string;
  readonly friendlyName: string;
  readonly hasAvailability: boolean;
  readonly property: string;
  readonly unit: string;
  readonly firstSlot: string;
  readonly slotCount: string;
}

/** The kinds that the server accepts in `composeManualBinding`; other kinds cannot be set up manually. */
const KINDS: Readonly<Record<ManualDriver, readonly ManualDeviceKind[]>> = {
  shelly: ['LOCK', 'SWITCH', 'LIGHT'],
  tasmota: ['LOCK', 'SWITCH', 'LIGHT'],
  zigbee2mqtt: ['LOCK', 'SWITCH', 'LIGHT', 'BINARY_SENSOR', 'SENSOR', 'BUTTON'],
};
export const MANUAL_DRIVERS = Object.keys(KINDS) as readonly ManualDriver[];

/** The kinds of room devices that this driver can be set up with. */
export function roomKindsOf(driver: ManualDriver): readonly ManualDeviceKind[] {
  return KINDS[driver].filter((kind) => kind !== 'LOCK');
}

const FIRST_SLOT = 11;
const SLOTS = 20;

/** An empty form; topics start with the store's prefix. */
export function createManualDraft(
  mqttPrefix: string,
  { driver, kind }: { readonly driver: ManualDriver; readonly kind: ManualDeviceKind },
): ManualDeviceDraft {
  return {
    driver,
    kind,
    topicPrefix: `${mqttPrefix}/`,
    component: 'switch',
    channel: '0',
    fullTopic: `${mqttPrefix}/%prefix%/%topic%/`,
    topic: '',
    relay: '1',
    hasSeveral: false,
    baseTopic: `${mqttPrefix}/zigbee2mqtt`,
    friendlyName: '',
    hasAvailability: false,
    firstSlot: String(FIRST_SLOT),
    slotCount: String(SLOTS),
    ...readingOf(kind),
  };
}

/** Changes the kind or the driver. A kind that the driver does not have becomes a switch. */
export function changeDriverOrKind(
  draft: ManualDeviceDraft,
  next: { readonly driver?: ManualDriver; readonly kind?: ManualDeviceKind },
): Partial<ManualDeviceDraft> {
  const driver = next.driver ?? draft.driver;
  const preferred = next.kind ?? draft.kind;
  const kind = KINDS[driver].includes(preferred) ? preferred : 'SWITCH';
  return { driver, kind, ...(kind !== draft.kind && readingOf(kind)) };
}

/** The property that most sensors of a kind report. */
function readingOf(kind: ManualDeviceKind): Pick<ManualDeviceDraft, 'property' | 'unit'> {
  if (kind === 'SENSOR') return { property: 'temperature', unit: '°C' };
  return { property: kind === 'BINARY_SENSOR' ? 'contact' : '', unit: '' };
}

/**
 * The form values of a manually set up device; `null` for one that announced itself, or whose topics this person has no
 * right to see.
 */
export function toManualDraft({
  driver,
  driverSettings,
  kind,
  traits,
}: Pick<Device, 'driver' | 'driverSettings' | 'kind' | 'traits'>): ManualDeviceDraft | null {
  if (driver === 'ha-mqtt' || driverSettings === null) return null;
  const empty = createManualDraft('', { driver, kind });
  const text = (name: string, otherwise = '') =>
    typeof driverSettings[name] === 'string' ? driverSettings[name] : otherwise;
  const number = (name: string, otherwise: string) =>
    typeof driverSettings[name] === 'number' ? String(driverSettings[name]) : otherwise;
  return {
    ...empty,
    topicPrefix: text('topicPrefix'),
    component: driverSettings['component'] === 'light' ? 'light' : 'switch',
    channel: number('channel', empty.channel),
    fullTopic: text('fullTopic'),
    topic: text('topic'),
    relay: number('relay', empty.relay),
    hasSeveral: driverSettings['hasSeveral'] === true,
    baseTopic: text('baseTopic'),
    friendlyName: text('friendlyName'),
    hasAvailability: driverSettings['hasAvailability'] === true,
    property: text('property'),
    unit: traits.unit ?? '',
  };
}

/** Called only for drafts in which `checkTold` found nothing. */
export function toManualBinding(draft: ManualDeviceDraft): ManualBinding {
  const { driver, kind } = draft;
  switch (driver) {
    case 'shelly':
      return {
        driver,
        topicPrefix: draft.topicPrefix.trim(),
        component: kind === 'LIGHT' ? draft.component : 'switch',
        channel: Number(draft.channel),
      };
    case 'tasmota':
      return {
        driver,
        topic: draft.topic.trim(),
        fullTopic: draft.fullTopic.trim(),
        relay: Number(draft.relay),
        hasSeveral: draft.hasSeveral,
      };
    case 'zigbee2mqtt': {
      const [property, unit] = [draft.property.trim(), draft.unit.trim()];
      return {
        driver,
        baseTopic: draft.baseTopic.trim(),
        friendlyName: draft.friendlyName.trim(),
        hasAvailability: draft.hasAvailability,
        ...(property !== '' && { property }),
        ...(kind === 'SENSOR' && unit !== '' && { unit }),
        ...(kind === 'LOCK' && { codeSlots: { first: Number(draft.firstSlot), count: Number(draft.slotCount) } }),
      };
    }
  }
}

/** The field of the binding that names the device. */
export function lockNameField({ driver }: Pick<ManualDeviceDraft, 'driver'>): 'topicPrefix' | 'topic' | 'friendlyName' {
  return driver === 'shelly' ? 'topicPrefix' : driver === 'tasmota' ? 'topic' : 'friendlyName';
}

/** The device's name, without the store's prefix in a Shelly topic. */
export function lockName(draft: ManualDeviceDraft, mqttPrefix: string): string {
  const value = draft[lockNameField(draft)];
  return draft.driver === 'shelly' && value.startsWith(`${mqttPrefix}/`) ? value.slice(mqttPrefix.length + 1) : value;
}

export function renameLock(draft: ManualDeviceDraft, mqttPrefix: string, name: string): Partial<ManualDeviceDraft> {
  return { [lockNameField(draft)]: draft.driver === 'shelly' ? `${mqttPrefix}/${name}` : name };
}

type Say = (key: string, values: Record<string, number>) => string;

/** The problems in words, by the binding's fields. */
export function checkManualDraft(draft: ManualDeviceDraft, say: Say): FieldErrors {
  const errors: Record<string, string> = {};
  const topic = (field: 'topicPrefix' | 'fullTopic' | 'topic' | 'baseTopic' | 'friendlyName') => {
    const typed = draft[field].trim();
    if (typed === '') errors[field] = say('form:required', {});
    else if (!/^[^#+$\p{Cc}]+$/u.test(typed)) errors[field] = say('manual:badTopic', {});
    else if (typed.length > 200) errors[field] = say('form:tooLong', { max: 200 });
    else if (field !== 'fullTopic' && typed.endsWith('/')) errors[field] = say('manual:unfinished', {});
    return typed;
  };
  const whole = (field: 'channel' | 'relay' | 'firstSlot' | 'slotCount', min: number, max: number) => {
    if (wholeNumber(draft[field], min, max) === null) errors[field] = say('form:whole', { min, max });
  };
  switch (draft.driver) {
    case 'shelly':
      topic('topicPrefix');
      whole('channel', 0, 15);
      break;
    case 'tasmota': {
      if (topic('topic').includes('/')) errors['topic'] = say('manual:oneLevel', {});
      const fullTopic = topic('fullTopic');
      if (
        fullTopic !== '' &&
        !(fullTopic.includes('%prefix%') && fullTopic.includes('%topic%') && fullTopic.endsWith('/'))
      )
        errors['fullTopic'] = say('manual:badFullTopic', {});
      whole('relay', 1, 32);
      break;
    }
    case 'zigbee2mqtt':
      topic('baseTopic');
      topic('friendlyName');
      if (isReading(draft.kind) && draft.property.trim() === '') errors['property'] = say('form:required', {});
      else if (!/^([A-Za-z_]\w{0,60})?$/.test(draft.property.trim()))
        errors['property'] = say('manual:badProperty', {});
      if (draft.kind === 'LOCK') {
        whole('firstSlot', 0, 60_000);
        whole('slotCount', 1, 250);
      }
  }
  return errors;
}

/** Whether the kind only reports, so that its form must name the property to read. */
export function isReading(kind: ManualDeviceKind): kind is 'SENSOR' | 'BINARY_SENSOR' {
  return kind === 'SENSOR' || kind === 'BINARY_SENSOR';
}

/**
 * The topic for commands (`null` for a kind without commands) and the topic of reports, to be compared with the
 * device's own screen. `…` stands for the part that is not typed yet.
 */
export function deriveTopics(draft: ManualDeviceDraft): { readonly sends: string | null; readonly hears: string } {
  switch (draft.driver) {
    case 'shelly':
      return { sends: `${soFar(draft.topicPrefix)}/rpc`, hears: `${soFar(draft.topicPrefix)}/events/rpc` };
    case 'tasmota': {
      const of = (prefix: string, what: string) =>
        draft.fullTopic.trim().replaceAll('%prefix%', prefix).replaceAll('%topic%', soFar(draft.topic)) + what;
      return {
        sends: of('cmnd', draft.hasSeveral ? `POWER${draft.relay.trim()}` : 'POWER'),
        hears: of('stat', 'RESULT'),
      };
    }
    case 'zigbee2mqtt': {
      const own = `${soFar(draft.baseTopic)}/${soFar(draft.friendlyName)}`;
      return { sends: isReading(draft.kind) || draft.kind === 'BUTTON' ? null : `${own}/set`, hears: own };
    }
  }
}

function soFar(typed: string): string {
  const topic = typed.trim();
  return topic === '' || topic.endsWith('/') ? `${topic}…` : topic;
}
