import { measure } from './measurements.mjs';

/** What must hold when things are killed, raced and flooded: `npm run proof`, or one of them by its name. */
await measure(
  {
    'door-kills': { file: 'bench/door-kills.ts', what: 'server, broker and connection killed between a click and its delivery: no unlock late, twice or lost' },
  },
  process.argv.slice(2),
);
