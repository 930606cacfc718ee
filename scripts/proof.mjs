import { measure } from './shared/measurements.mjs';

const MODULE_TESTS = ['npm', 'test', '--silent', '--', 'modules'];

/**
 * Runs the proofs of what must hold when processes are killed, raced and flooded: `npm run proof`, or one of them by
 * its name.
 */
await measure(
  {
    'door-kills': {
      file: 'bench/doors/door-kills.ts',
      what: 'server, broker and connection killed between a click and its delivery: no unlock late, twice or lost',
    },
    doors: {
      file: 'bench/doors/doors-proof.ts',
      what: 'doors and codes with two servers while servers, broker, devices and connections are killed: ROUNDS rounds, 1,000 by default',
    },
    'hanging-peers': {
      file: 'bench/proofs/hanging-peers.ts',
      what: 'lockdown of 7 doors and relock, without and with 100 push endpoints and 100 webhook receivers that never answer, with one process and with two',
    },
    lockdown: {
      test: 'apps/server/src/modules/access-codes/lockdown-lives.test.ts',
      env: { LOCKDOWN_LIVES: process.env.LOCKDOWN_LIVES ?? '500' },
      what: '500 random lockdowns with offline, silent and mute locks, restarts, codes that become due and spare codes: no code opens a door that the server calls closed, every other door is named, and every code works afterwards',
    },
    states: {
      test: 'apps/server/src/modules/automation/room-state-lives.test.ts',
      env: { ROOM_LIVES: process.env.ROOM_LIVES ?? '1000' },
      what: '1,000 random lives of rooms with stays, moves, sensors, open doors, overruns, closures and emergencies: list, page, help desk and tablet show the state of an independent judge, no free room has a person whom a sensor sees, and no opening leads outside its window',
    },
    alerts: {
      file: 'bench/proofs/alerts-proof.ts',
      what: 'the alert rules of ops/prometheus against their tests, and the expressions of the dashboard, with promtool of Debian',
    },
    'alert-drill': {
      file: 'bench/proofs/alert-drill.ts',
      what: 'eight faults at two servers on PostgreSQL, Mosquitto and Prometheus of Debian: each fires its alert and no other than its consequences, and the alerts end after the repair; --only=ALERT chooses',
    },
    install: {
      file: 'bench/proofs/install-proof.ts',
      what: 'the lines of docs/install.md in a minimal Debian that boots with systemd: at most 6 and 5 minutes to a sign-in over TLS, also after each program was killed and after a restart of the machine; needs root',
    },
    webhooks: {
      file: 'bench/proofs/webhooks-proof.ts',
      what: 'messages of providers, each 1 to 7 times and shuffled, to two servers that are killed: EVENTS of them, 10,000 by default',
    },
    messages: {
      file: 'bench/messages/messages-proof.ts',
      what: 'messages of RESERVATIONS reservations, 10,000 by default, that are held, moved, extended and cancelled, and their reminders, while two servers and the provider of messages are killed: each due one once, none after a cancellation, in order; before that in quiet hours, without faults: what a guest waits for within 10 s, no quiet kind',
    },
    signals: {
      file: 'bench/proofs/signals-proof.ts',
      what: 'the demo after MINUTES, 60 by default: coming guests with an obstacle, each with its reason and act; the notifications that ring; the alarms of doors. No signal without a meaning',
    },
    'provider-flood': {
      file: 'bench/proofs/provider-flood.ts',
      what: 'unsigned provider messages of the largest size: the database grows by a bounded part, people and signed messages are served; MESSAGES of them, 10,000 by default',
    },
    'guest-guesses': {
      file: 'bench/proofs/guest-guesses.ts',
      what: 'guessed tokens of guests from 32 addresses: none is accepted, nearly all are refused by the limit, and a guest behind one of the addresses is served meanwhile; GUESSES of them, 1,000,000 by default',
    },
    'phone-codes': {
      file: 'bench/proofs/phone-codes.ts',
      what: 'codes to phones that no guest enters, requested from 7, 50 and 500 addresses that solve nothing, solve for SOLVE_SECONDS or solved everything: a clean guest gets a code, the cost is bounded, head office is notified',
    },
    'wrong-tokens': {
      file: 'bench/proofs/wrong-tokens.ts',
      what: 'replies to staff while RATE wrong secrets a second, 1,245 by default, arrive from one address and from 32, beside the same flood at a bare node:http server',
    },
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
    tampering: {
      test: 'apps/server/src/modules/audit/tampering.test.ts',
      env: { AUDIT_ROWS: process.env.AUDIT_ROWS ?? '100000' },
      what: 'an audit log of 100,000 rows, changed in every way: each change is found',
    },
    'event-order': {
      test: 'apps/server/src/events/sequencer.test.ts',
      env: { EVENT_TRANSACTIONS: process.env.EVENT_TRANSACTIONS ?? '10000' },
      what: '10,000 transactions that commit or roll back in random order, read by two processes while a transaction in another database is open: no event skipped or repeated, one order',
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
    engines: {
      onEngines: ['npm', 'test', '--silent', '--', 'server'],
      what: "all module tests of the server on Debian's PostgreSQL 15 behind PgBouncer, and Mosquitto; `.ci/run` runs those that are tagged `engines`",
    },
    'engines-18': {
      command: ['node', 'scripts/engines.mjs', ...MODULE_TESTS],
      env: { ENGINES_POSTGRES: 'embedded' },
      what: 'the module tests of the server through PgBouncer on PostgreSQL 18, and Mosquitto',
    },
    'engines-node-24': {
      command: ['node', 'scripts/runtime.mjs', 'node', 'scripts/engines.mjs', ...MODULE_TESTS],
      what: "the module tests of the server on the Node.js of a release, through PgBouncer on Debian's PostgreSQL 15, and Mosquitto",
    },
    'engines-18-node-24': {
      command: ['node', 'scripts/runtime.mjs', 'node', 'scripts/engines.mjs', ...MODULE_TESTS],
      env: { ENGINES_POSTGRES: 'embedded' },
      what: 'the same on PostgreSQL 18',
    },
    'node-24': {
      command: ['node', 'scripts/runtime.mjs', 'bash', '.ci/run'],
      what: 'everything of `.ci/run` on the Node.js of a release',
    },
    dev: {
      needsBrowser: true,
      browserTests: ['e2e/dev.spec.ts'],
      env: { WHOLE_SWEEPS: '1', DEV_EDITS: process.env.DEV_EDITS ?? '5' },
      what: 'five changes each of the staff’s application, a guest’s page, a store’s page and the server under npm run dev: the time until each is seen',
    },
    languages: {
      needsBrowser: true,
      browserTests: ['--grep', '@proof'],
      env: { BROWSER_PROOF: '1' },
      what: 'accessibility of every screen and dialog in English as well, in both modes; `npm test` looks at them in Korean',
    },
    screens: {
      needsBrowser: true,
      browserTests: [
        'e2e/a11y.spec.ts',
        'e2e/screens-of-roles.spec.ts',
        'e2e/screen-states.spec.ts',
        '--grep',
        '@proof',
      ],
      env: { BROWSER_PROOF: '1' },
      what: 'every screen, dialog and state of each role at 390, 1024 and 1440 px, for one person also at 320 and 768 px and at 200 % zoom, in both languages and modes: no accessibility violation, nothing cut, covered or scrolling sideways; SCREENS_DIR keeps pictures, SCREENS_ONLY=owner,care:support,doors chooses people and screens',
    },
    hours: {
      needsBrowser: true,
      file: 'bench/proofs/store-hours.ts',
      what: 'browser tests of each point of issue 14 at 05:00 and 14:00 of the store, for server, devices and pages alike, at 390 and 1440 px; --hour= and --width= choose',
    },
    'first-run': {
      needsBrowser: true,
      browserTests: ['e2e/first-run.spec.ts', '--grep', 'an empty chain'],
      env: { BROWSER_PROOF: '1' },
      what: "from an empty chain to a guest's code in a lock, in the browser, by the guide alone, at 390 and 1440 px: taps and minutes",
    },
    sweeps: {
      needsBrowser: true,
      file: 'bench/proofs/sweeps.ts',
      what: 'every case of the sweeps, of which `npm test` draws a part: module tests, then browser tests',
    },
    failover: {
      file: 'bench/failover/failover-proof.ts',
      debian: {
        names: 'Patroni, etcd, HAProxy and Mosquitto',
        programs: [
          '/usr/lib/postgresql/15/bin/initdb',
          '/usr/bin/psql',
          '/usr/bin/patroni',
          '/usr/lib/python3/dist-packages/etcd/__init__.py',
          '/usr/bin/etcd',
          '/usr/sbin/haproxy',
          '/usr/sbin/mosquitto',
        ],
        packages: ['postgresql-15', 'patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'mosquitto'],
      },
      what: 'the primary of a cluster of docs/failover.md killed or frozen KILLS times, 20 by default, under load at two servers: no acknowledged write lost, no unlock late or double, outages under 30 s, no server restarted',
    },
    outage: {
      file: 'bench/proofs/outage-proof.ts',
      what: 'the database away for SECONDS, 60 by default, and crashed once, under load at two servers: no 500, at most 20 log lines each, back within 2 s, no acknowledged reservation lost or doubled',
    },
    update: {
      file: 'bench/update/update-proof.ts',
      what: 'the previous release with data to the present one under load: old and new processes side by side for SECONDS, 8 by default, a killed migration, the way back by the backup of before, a drill, and a data folder of PostgreSQL 17: nothing acknowledged lost, no 5xx but 503 with Retry-After, no unlock late or twice',
    },
    suite: {
      file: 'bench/proofs/suite-runs.ts',
      what: '`npm test` in clean clones, RUNS times in a row, 5 by default, two of them beside a load that takes half of each core: green, no retry, median at most 12 minutes',
    },
    seeds: {
      test: [
        'apps/server/src/modules/sales/sums.test.ts',
        'apps/server/src/modules/settlement/races.test.ts',
        'apps/server/src/modules/payments/ledger.test.ts',
      ],
      env: { SEEDS: process.env.SEEDS ?? '5' },
      what: 'random payments, refunds, settlements and adjustments at two processes: the ledger, its sums and the settlements agree; 5 seeds',
    },
    'wrong-requests': {
      test: 'apps/server/src/wrong-requests.test.ts',
      env: { WRONG_REQUESTS: process.env.COUNT ?? '100000' },
      what: 'wrong requests generated from the OpenAPI document, every endpoint by every role: no 5xx, no lost session, memory flat; COUNT of them, 100,000 by default, by SEED',
    },
    model: {
      test: 'apps/server/src/modules/reservations/model.test.ts',
      env: { MODEL_RUNS: process.env.MODEL_RUNS ?? '3000' },
      what: 'random commands against a model in memory: the same states, the same answers, no overlap',
    },
    money: {
      test: [
        'apps/server/src/modules/guest-access/money-interleavings.test.ts',
        'apps/server/src/modules/booking/moves/move-interleavings.test.ts',
        'apps/server/src/modules/coupons/claim-lives.test.ts',
        'apps/server/src/modules/cash-receipts/receipt-interleavings.test.ts',
        'apps/server/src/modules/payments/merchant-interleavings.test.ts',
        'apps/server/src/modules/passes/pass-interleavings.test.ts',
      ],
      env: { MONEY_RUNS: process.env.MONEY_RUNS ?? '3000' },
      what: 'random interleavings of guest, staff, channel and two providers, with goodwill refunds and windows for another currency or shop: the ledger sums to zero, what is paid is what provider and channel took, no unpaid hold keeps its slot; the same of stays that their guests move; random stays of owners who try to gain from a coupon of head office; and cash receipts that equal what is kept of each payment after lost answers, refusals and refunds; and stores with their own merchants, whose keys are revoked and replaced meanwhile: each merchant holds its payments less fees and refunds; and passes that are sold, used, returned and refunded at the same time: the ledger owes exactly what is left of each',
    },
    'odd-world': {
      test: 'apps/server/src/modules/automation/odd-world.test.ts',
      env: { ODD_STAYS: process.env.ODD_STAYS ?? '1000' },
      what: '1,000 stays from booking to settlement while locks and providers play odd but documented behaviour: no guest before a locked door without a person called, no code missing without a sign, the ledger and the settlements right; ODD_SEED repeats a run, ODD_DEVICE_RATE and ODD_PROVIDER_RATE set the shares',
    },
    refunds: {
      test: 'apps/server/src/modules/cancellations/refund-interleavings.test.ts',
      env: { REFUND_RUNS: process.env.REFUND_RUNS ?? '1000' },
      what: 'cancelling, refunding, failing and confirming in random orders: no refund is shown as sent before the provider or a person has confirmed it',
    },
    commands: {
      file: 'bench/proofs/commands.ts',
      what: 'every command and its help in a fresh clone and on a database that is absent, empty, older, newer or of another program: what it wrote and its exit code',
    },
    corpus: {
      file: 'bench/proofs/corpus-proof.ts',
      what: 'every shape of the corpora of banks, devices, providers, messages, calendars and typed text: right, refused in words or wrong; the share of bank messages that confirm a stay by themselves',
    },
    clocks: {
      file: 'bench/proofs/clock-runs.ts',
      what: 'module tests of the server RUNS times, 30 by default, each at another edge of the calendar in Seoul and in another order: none fails; --clock= and --files= choose',
    },
  },
  process.argv.slice(2),
);
