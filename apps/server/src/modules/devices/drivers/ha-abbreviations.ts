/** The short keys of Home Assistant's MQTT discovery that the server reads (docs/domain.md 1.5). */
const LONG_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '~': 'base',
    avty: 'availability',
    avty_mode: 'availability_mode',
    avty_t: 'availability_topic',
    avty_tpl: 'availability_template',
    bri: 'brightness',
    bri_cmd_t: 'brightness_command_topic',
    bri_cmd_tpl: 'brightness_command_template',
    bri_scl: 'brightness_scale',
    bri_stat_t: 'brightness_state_topic',
    bri_val_tpl: 'brightness_value_template',
    cmd_t: 'command_topic',
    cmd_tpl: 'command_template',
    cmps: 'components',
    cod_form: 'code_format',
    curr_temp_t: 'current_temperature_topic',
    curr_temp_tpl: 'current_temperature_template',
    dev: 'device',
    dev_cla: 'device_class',
    ids: 'identifiers',
    mdl: 'model',
    mf: 'manufacturer',
    mode_cmd_t: 'mode_command_topic',
    mode_cmd_tpl: 'mode_command_template',
    mode_stat_t: 'mode_state_topic',
    mode_stat_tpl: 'mode_state_template',
    o: 'origin',
    off_dly: 'off_delay',
    on_cmd_type: 'on_command_type',
    p: 'platform',
    pl_avail: 'payload_available',
    pl_lock: 'payload_lock',
    pl_not_avail: 'payload_not_available',
    pl_off: 'payload_off',
    pl_on: 'payload_on',
    pl_open: 'payload_open',
    pl_prs: 'payload_press',
    pl_rst: 'payload_reset',
    pl_unlk: 'payload_unlock',
    stat_jam: 'state_jammed',
    stat_locked: 'state_locked',
    stat_locking: 'state_locking',
    stat_off: 'state_off',
    stat_on: 'state_on',
    stat_open: 'state_open',
    stat_opening: 'state_opening',
    stat_t: 'state_topic',
    stat_unlocked: 'state_unlocked',
    stat_unlocking: 'state_unlocking',
    stat_val_tpl: 'state_value_template',
    sup_clrm: 'supported_color_modes',
    t: 'topic',
    temp_cmd_t: 'temperature_command_topic',
    temp_cmd_tpl: 'temperature_command_template',
    temp_stat_t: 'temperature_state_topic',
    temp_stat_tpl: 'temperature_state_template',
    uniq_id: 'unique_id',
    unit_of_meas: 'unit_of_measurement',
    val_tpl: 'value_template',
  }),
);

/**
 * The members of an object under their long names. A Map, because the keys are untrusted: in a Map `__proto__` is an
 * ordinary key.
 */
export type Members = ReadonlyMap<string, unknown>;

/** `null` if the value is not an object. A long name takes precedence over its short form. */
export function membersOf(value: unknown): Members | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const members = new Map<string, unknown>();
  for (const [key, member] of Object.entries(value)) {
    const long = LONG_NAMES.get(key) ?? key;
    if (long === key || !members.has(long)) members.set(long, member);
  }
  return members;
}
