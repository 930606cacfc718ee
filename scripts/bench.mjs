import { measure } from './shared/measurements.mjs';

/** Runs the benchmarks of the promised figures: `npm run bench`, or some of them: `npm run bench -- bytes`. */
await measure(
  {
    poller: {
      file: 'bench/requests/poller.ts',
      what: 'requests per second of the notification poller beside a bare node:http server',
    },
    door: {
      file: 'bench/devices/door.ts',
      what: "what the server adds to a lock's own time, beside the bare MQTT round trip",
    },
    drivers: {
      file: 'bench/devices/drivers.ts',
      what: 'each driver beside the bare MQTT round trip, and what is seen when its device is offline, refuses, is silent, restarts',
    },
    events: {
      file: 'bench/devices/events.ts',
      what: 'live events beside an open transaction in another database, what publishing costs a commit, memory of catch-ups: IDLE_SECONDS, 60 by default',
    },
    devices: {
      file: 'bench/devices/devices.ts',
      what: "10,000 doors and 30,000 devices on one process: reports processed, commands, memory, and a door's command meanwhile",
    },
    codes: {
      file: 'bench/devices/codes.ts',
      what: 'from a confirmed reservation to its code acknowledged by the lock, beside the bare lock, at 0.2 s and at 5 s',
    },
    'message-times': {
      file: 'bench/devices/message-times.ts',
      what: 'from a payment at the provider to its message with the acknowledged code, beside the bare lock, at 0.2 s and at 5 s',
    },
    'door-browser': {
      file: 'bench/screens/door-browser.ts',
      what: 'from a click on "open" to the acknowledged state on two screens',
      needsBrowser: true,
    },
    reservations: {
      file: 'bench/requests/reservations.ts',
      what: 'reservations made a second, beside a bare guarded insert by pgbench',
    },
    'booking-load': {
      file: 'bench/requests/booking-load.ts',
      what: '2,000 guests browse 200 rooms while 64 at once book the same slots: double bookings, p95 of availability and of the board over idle',
    },
    board: {
      file: 'bench/requests/board.ts',
      what: 'a day of the board at 10 thousand, 1 million and 10 million reservations, beside node:http',
    },
    history: {
      file: 'bench/requests/history.ts',
      what: 'lookups in the device history with two filters, first and tenth page, at 10 thousand and 10 million rows',
    },
    lists: {
      file: 'bench/requests/lists.ts',
      what: 'the first page of reservations, messages, deposits, notifications and payments at 10 thousand and 10 million rows',
    },
    audit: {
      file: 'bench/requests/audit.ts',
      what: 'the audit log by three filters, first and tenth page, at 10 thousand and a million rows, and its chain verified again',
    },
    sales: {
      file: 'bench/requests/sales.ts',
      what: 'the screen of sales for one store and for 300 at 100 thousand and 10 million payments, and files of a million lines',
    },
    'board-frames': {
      file: 'bench/screens/board-frames.ts',
      what: 'frames of the reservation board with 200 rooms and 5,000 reservations, scrolled and dragged',
      needsBrowser: true,
    },
    guests: {
      file: 'bench/requests/guests.ts',
      what: 'guests found by last four digits, phone and name at 10 thousand and 5 million reservations',
    },
    'sign-in': {
      file: 'bench/requests/sign-in.ts',
      what: 'whether the time of a refused sign-in, or of a request for an account, reveals that the e-mail is known',
    },
    bytes: {
      file: 'bench/screens/bytes.ts',
      what: 'bytes and paint of sign-in, dashboard and guest pages on a slow line, also with names that the demo does not have',
      needsBrowser: true,
    },
    screens: {
      file: 'bench/screens/screens.ts',
      what: 'the change to every screen at a slow CPU',
      needsBrowser: true,
    },
  },
  process.argv.slice(2),
);
