import manifest from '../package.json' with { type: 'json' };

/** The version of this program, as in the tag of its release. */
export const VERSION: string = manifest.version;
