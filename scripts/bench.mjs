import { measure } from './measurements.mjs';

/** What the product promises in figures: `npm run bench`, or some of it: `npm run bench -- bytes`. */
await measure(
  {
    poller: { file: 'bench/poller.ts', what: 'requests per second of the notification poller beside a bare node:http server' },
    door: { file: 'bench/door.ts', what: 'what the server adds to a lock\'s own time, beside the bare MQTT round trip' },
    'door-browser': { file: 'bench/door-browser.ts', what: 'from a click on "open" to the acknowledged state on two screens', needsBrowser: true },
    bytes: { file: 'bench/bytes.ts', what: 'bytes and paint of sign-in and dashboard on a slow line', needsBrowser: true },
  },
  process.argv.slice(2),
);
