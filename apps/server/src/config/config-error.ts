/** Faults of the settings, one line for each. */
export class ConfigError extends Error {}
