import { measure } from './measurements.mjs';

/** What must hold when things are killed, raced and flooded: `npm run proof`, or one of them by its name. */
await measure(
  {
    'door-kills': { file: 'bench/door-kills.ts', what: 'server, broker and connection killed between a click and its delivery: no unlock late, twice or lost' },
    doors: { file: 'bench/doors-proof.ts', what: 'doors and codes with two servers while servers, broker, devices and connections are killed: ROUNDS rounds, 1,000 by default' },
    'hanging-peers': { file: 'bench/hanging-peers.ts', what: 'lockdown of 7 doors and relock, without and with 100 push endpoints and 100 webhook receivers that never answer, with one process and with two' },
    webhooks: { file: 'bench/webhooks-proof.ts', what: 'messages of providers, each 1 to 7 times and shuffled, to two servers that are killed: EVENTS of them, 10,000 by default' },
    races: {
      test: 'apps/server/src/modules/reservations/races.test.ts',
      env: { RACE_ROUNDS: process.env.RACE_ROUNDS ?? '20' },
      what: '64 at once for one free hour, 200 rounds by one process and 200 by three: one winner; on DATABASE_URL, or the embedded PostgreSQL',
    },
    day: {
      test: 'apps/server/src/modules/automation/day.test.ts',
      env: { DAY_HOURS: '24' },
      what: 'a day of 26 rooms replayed, the server stopped in between: every command as the golden file has it',
    },
    backup: {
      test: 'apps/server/src/commands/restore.test.ts',
      env: { BACKUP_KILLS: process.env.BACKUP_KILLS ?? '40' },
      what: 'backup and restore killed 40 times each: a backup is whole or not there, a database is restored or empty',
    },
    revocation: {
      test: 'apps/server/src/modules/accounts/revocation.test.ts',
      env: { REVOCATION_ROUNDS: process.env.REVOCATION_ROUNDS ?? '20' },
      what: 'sessions, roles, stores, accounts, passwords and second factors that end at one process: refused at another by the next request and on the open stream, within a second; 20 rounds of each',
    },
    model: {
      test: 'apps/server/src/modules/reservations/model.test.ts',
      env: { MODEL_RUNS: process.env.MODEL_RUNS ?? '3000' },
      what: 'random commands against a model in memory: the same states, the same answers, no overlap',
    },
  },
  process.argv.slice(2),
);
