import { measure } from './measurements.mjs';

/** What must hold when things are killed, raced and flooded: `npm run proof`, or one of them by its name. */
await measure({}, process.argv.slice(2));
