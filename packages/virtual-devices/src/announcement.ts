/**
 * A lock's announcement for Home Assistant discovery, as firmware such as ESPHome's writes it (docs/domain.md 1.4,
 * 1.5).
 */

export interface LockTopics {
  /** The topic on which the announcement is retained. */
  readonly config: string;
  readonly state: string;
  readonly command: string;
  readonly availability: string;
  readonly contact: string;
  readonly battery: string;
}

/** `component`: one message for the lock alone. `bundle`: one message for the whole device and all its parts. */
export type AnnouncementForm = 'component' | 'bundle';

export function buildLockTopics(prefix: string, name: string, form: AnnouncementForm): LockTopics {
  const base = `${prefix}/${name}`;
  return {
    config:
      form === 'component'
        ? `${prefix}/homeassistant/lock/${name}/lock/config`
        : `${prefix}/homeassistant/device/${name}/config`,
    state: `${base}/lock/state`,
    command: `${base}/lock/command`,
    availability: `${base}/status`,
    contact: `${base}/contact/state`,
    battery: `${base}/battery/state`,
  };
}

export interface LockAnnouncement {
  readonly prefix: string;
  readonly name: string;
  readonly label: string;
  readonly form: AnnouncementForm;
  /** The lock can retract its latch momentarily: `payload_open`. */
  readonly canUnlatch: boolean;
}

export function announcementOf({ prefix, name, label, form, canUnlatch }: LockAnnouncement): Record<string, unknown> {
  const topics = buildLockTopics(prefix, name, form);
  const device = { ids: [`virtual-${name}`], name: label, mf: 'Munjigi', mdl: 'Virtual lock', sw: '1.0' };
  const origin = { name: 'munjigi-virtual', sw: '1.0' };
  const open = canUnlatch ? { pl_open: 'OPEN' } : {};
  if (form === 'component') {
    return {
      '~': `${prefix}/${name}`,
      uniq_id: `${name}-lock`,
      name: null,
      cmd_t: '~/lock/command',
      stat_t: '~/lock/state',
      avty_t: '~/status',
      ...open,
      dev: device,
      o: origin,
    };
  }
  return {
    dev: device,
    o: origin,
    avty_t: topics.availability,
    cmps: {
      lock: { p: 'lock', uniq_id: `${name}-lock`, name: null, cmd_t: topics.command, stat_t: topics.state, ...open },
      contact: { p: 'binary_sensor', uniq_id: `${name}-contact`, dev_cla: 'door', stat_t: topics.contact },
      battery: {
        p: 'sensor',
        uniq_id: `${name}-battery`,
        dev_cla: 'battery',
        unit_of_meas: '%',
        stat_t: topics.battery,
      },
    },
  };
}
