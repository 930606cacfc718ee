import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startVirtualSolapi } from '@munjigi/virtual-providers';
import { listFaults, type Fault, type Stage } from './alert-faults.ts';
import { startDebianPostgres } from '../support/debian-postgres.ts';
import { makeRig, type Server } from '../devices/door-rig.ts';
import { findMosquitto, mosquittoOn } from '../support/mosquitto.ts';
import { lintMetrics, startPrometheus, type Prometheus } from '../support/prometheus.ts';

/**
 * Causes eight faults one after the other at two servers on Debian's PostgreSQL and Mosquitto, watched by Debian's
 * Prometheus with the rules of ops/prometheus, whose durations are divided by FACTOR. Promised (issue 40): each fault
 * fires its alert and no other than its consequences, and the alerts end after the repair. `--only=ALERT` chooses.
 */

/** A longer one leaves no time for a takeover of the device listener, which takes four seconds. */
const FACTOR = 6;
const FIRES_WITHIN_MS = 150_000;
const ENDS_WITHIN_MS = 180_000;
const POLL_MS = 500;
const LOAD_EVERY_MS = 250;
const SOLAPI = { apiKey: 'DRILLED', apiSecret: 'of-the-drill' };

interface Outcome {
  readonly fault: Fault;
  readonly firedAfterMs: number | null;
  readonly endedAfterMs: number | null;
  readonly others: readonly string[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-drill-'));
const mosquitto = findMosquitto();
if (mosquitto === null) throw new Error('Mosquitto is not installed: apt-get install mosquitto');
chmodSync(folder, 0o755); // PostgreSQL runs as another user.
const postgres = await startDebianPostgres(folder);
const rig = await makeRig({ brokerOn: mosquittoOn(mosquitto), database: postgres });
const solapi = await startVirtualSolapi(SOLAPI);
const servers: [Server, Server] = [await rig.startServer(), await rig.startServer()];
const loading = new AbortController();
let prometheus: Prometheus | undefined;

try {
  await rig.call(servers[0], 'POST', '/message-provider', {
    provider: 'SOLAPI',
    account: SOLAPI.apiKey,
    secret: SOLAPI.apiSecret,
    address: solapi.url,
    senderPhone: '02-1234-5678',
  });
  const door = await rig.makeDoor(servers[0], { name: 'drilled', moveMs: 20 });
  const stage: Stage = { rig, postgres, servers, solapi, door };
  const targets = servers.map(({ url }) => new URL(url).host);
  prometheus = await startPrometheus(folder, { targets, factor: FACTOR });
  const load = keepReading(loading.signal);
  const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length);
  const outcomes: Outcome[] = [];
  const findings = await lintMetrics(servers[0].url);
  console.log(`promtool check metrics: ${findings.length === 0 ? 'nothing to correct' : findings.join('; ')}`);
  await waitForSilence(prometheus);
  for (const fault of listFaults(stage))
    if (only === undefined || only === fault.alert) outcomes.push(await drill(prometheus, fault));
  loading.abort();
  await load;
  process.exitCode = report(outcomes) && findings.length === 0 ? 0 : 1;
} finally {
  loading.abort();
  await prometheus?.stop();
  await solapi.close();
  await rig.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** People who read at both servers all the time, so that a server that answers wrongly is seen. */
async function keepReading(signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    // During a fault the request fails, which the server counts and the rules judge.
    await rig.call(servers[turn % 2] as Server, 'GET', '/door').catch(() => undefined);
    await sleep(LOAD_EVERY_MS);
  }
}

async function waitForSilence(from: Prometheus): Promise<void> {
  const names = await waitWhile(from, (alerts) => alerts.length > 0, ENDS_WITHIN_MS);
  if (names === null) throw new Error('Alerts fire without a fault');
}

async function drill(from: Prometheus, fault: Fault): Promise<Outcome> {
  console.log(`» ${fault.name}`);
  const others = new Set<string>();
  const note = (firing: readonly string[]) => {
    for (const name of firing) if (name !== fault.alert) others.add(name);
  };
  const causedAt = performance.now();
  const [fired] = await Promise.all([
    waitWhile(
      from,
      (firing, alerts) => {
        note(firing);
        return !alerts.some(
          ({ name, isFiring, labels }) =>
            name === fault.alert && isFiring && (!fault.label || labels[fault.label[0]] === fault.label[1]),
        );
      },
      FIRES_WITHIN_MS,
    ),
    fault.cause(),
  ]);
  const repairedAt = performance.now();
  await fault.repair();
  const ended = await waitWhile(
    from,
    (firing, alerts) => {
      note(firing);
      return alerts.length > 0;
    },
    ENDS_WITHIN_MS,
  );
  return {
    fault,
    firedAfterMs: fired === null ? null : fired - causedAt,
    endedAfterMs: ended === null ? null : ended - repairedAt,
    others: [...others].sort(),
  };
}

type Alerts = Awaited<ReturnType<Prometheus['readAlerts']>>;

/** Looks at the alerts until `isOn` is false. Resolves with that moment, or with `null` after `mostMs`. */
async function waitWhile(
  from: Prometheus,
  isOn: (firing: readonly string[], alerts: Alerts) => boolean,
  mostMs: number,
): Promise<number | null> {
  for (const endsAt = performance.now() + mostMs; performance.now() < endsAt; await sleep(POLL_MS)) {
    const alerts = await from.readAlerts();
    const firing = alerts.filter(({ isFiring }) => isFiring).map(({ name }) => name);
    if (!isOn(firing, alerts)) return performance.now();
  }
  return null;
}

/** Prints a line for each fault. Returns whether all is as promised. */
function report(outcomes: readonly Outcome[]): boolean {
  const seconds = (ms: number | null) => (ms === null ? 'never' : `${(ms / 1000).toFixed(0)} s`);
  let isKept = outcomes.length > 0;
  console.log('fault | alert | fired after | ended after the repair | consequences | unexpected');
  for (const { fault, firedAfterMs, endedAfterMs, others } of outcomes) {
    const unexpected = others.filter((name) => !fault.consequences.includes(name));
    const consequences = others.filter((name) => fault.consequences.includes(name));
    const list = (names: readonly string[]) => (names.length === 0 ? '-' : names.join(', '));
    console.log(
      [
        fault.name,
        fault.alert,
        seconds(firedAfterMs),
        seconds(endedAfterMs),
        list(consequences),
        list(unexpected),
      ].join(' | '),
    );
    if (firedAfterMs === null || endedAfterMs === null || unexpected.length > 0) isKept = false;
  }
  console.log(isKept ? `kept: ${outcomes.length} faults, each with its alert` : 'NOT KEPT');
  return isKept;
}
