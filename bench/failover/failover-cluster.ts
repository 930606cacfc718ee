import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, killProcess, until } from '../devices/door-rig.ts';
import { FailoverNode } from './failover-node.ts';

/**
 * The cluster of docs/failover.md on the loopback, made from the files of ops/failover: etcd, three database servers
 * with Patroni, and HAProxy.
 */

const files = path.resolve(import.meta.dirname, '../../ops/failover');
const ADDRESS = '127.0.0.1';
const NETWORK = '127.0.0.1/32';
const NODES = 3;
const PASSWORDS = { superuser: 'of-the-superuser', replication: 'of-the-replication', munjigi: 'of-munjigi' };

export interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | string;
}

export interface FailoverCluster {
  readonly nodes: readonly FailoverNode[];
  /** The database through HAProxy. */
  readonly url: string;
  readonly superuserUrl: string;
  /** The node that Patroni calls the primary, or `null` during an election. */
  findPrimary(): Promise<FailoverNode | null>;
  /** The connection of a superuser to the node itself. */
  superuserUrlOf(node: FailoverNode): string;
  /** Whether the primary has a synchronous standby and another one that follows. */
  isWhole(): Promise<boolean>;
  /** What each member says of itself. */
  describe(): Promise<string>;
  stop(): Promise<void>;
}

export async function startFailoverCluster(): Promise<FailoverCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-failover-'));
  chmodSync(folder, 0o755); // PostgreSQL runs as another user than this process.
  const children: ChildProcess[] = [];
  const nodes: FailoverNode[] = [];
  const stop = async () => {
    for (const node of nodes) await node.powerOff();
    for (const child of children.reverse()) await killProcess(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const etcd = await startEtcd(folder, children);
    for (let number = 1; number <= NODES; number += 1) nodes.push(await makeNode(folder, `node${number}`, etcd));
    for (const node of nodes) node.start();
    const port = await startHaproxy(folder, children, nodes);
    const cluster = clusterOf(nodes, port, stop);
    await until(cluster.isWhole, 180_000).catch(async (error: unknown) => {
      throw new Error(`The cluster did not start: ${await cluster.describe()}`, { cause: error });
    });
    makeRoles(port);
    return cluster;
  } catch (error) {
    await stop();
    throw error;
  }
}

function clusterOf(nodes: readonly FailoverNode[], port: number, stop: () => Promise<void>): FailoverCluster {
  const superuserAt = (at: number) => `postgres://postgres:${PASSWORDS.superuser}@${ADDRESS}:${at}/munjigi`;
  const findPrimary = async () => {
    const primaries = await Promise.all(nodes.map((node) => node.isPrimary()));
    return nodes.find((_, index) => primaries[index]) ?? null;
  };
  return {
    nodes,
    url: `postgres://munjigi:${PASSWORDS.munjigi}@${ADDRESS}:${port}/munjigi`,
    superuserUrl: superuserAt(port),
    findPrimary,
    superuserUrlOf: (node) => superuserAt(node.settings.postgresPort),
    async isWhole() {
      const primary = await findPrimary();
      // A busy Patroni may answer too late.
      return primary !== null && areAllThere(await readMembers(primary).catch(() => []));
    },
    async describe() {
      const members = await Promise.all(
        nodes.map((node) => readMembers(node).catch((error: unknown) => [String(error)])),
      );
      return JSON.stringify(members);
    },
    stop,
  };
}

async function readMembers(node: FailoverNode): Promise<Member[]> {
  const reply = await fetch(node.restUrl('/cluster'), { signal: AbortSignal.timeout(2000) });
  return ((await reply.json()) as { members: Member[] }).members;
}

function areAllThere(members: readonly Member[]): boolean {
  return (
    members.length === NODES &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    new Set(members.map(({ timeline }) => timeline)).size === 1 &&
    members.filter(({ role }) => role === 'leader').length === 1 &&
    members.filter(({ role }) => role === 'sync_standby').length === 1
  );
}

async function startEtcd(folder: string, children: ChildProcess[]): Promise<string> {
  const [clientPort, peerPort] = [await freePort(), await freePort()];
  const settings = fill('etcd.env', {
    ETCD_NAME: 'etcd1',
    ETCD_DATA_DIR: path.join(folder, 'etcd'),
    ETCD_ADDRESS: ADDRESS,
    ETCD_CLIENT_PORT: clientPort,
    ETCD_PEER_PORT: peerPort,
    ETCD_CLUSTER: `etcd1=http://${ADDRESS}:${peerPort}`,
  });
  const env = Object.fromEntries([...settings.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  start(children, { program: '/usr/bin/etcd', args: [], env, log: path.join(folder, 'etcd.log') });
  const endpoint = `${ADDRESS}:${clientPort}`;
  await until(() =>
    fetch(`http://${endpoint}/health`).then(
      (reply) => reply.ok,
      () => false, // It does not listen yet.
    ),
  );
  return endpoint;
}

async function makeNode(folder: string, name: string, etcd: string): Promise<FailoverNode> {
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  const own = path.join(folder, name);
  mkdirSync(own, { mode: 0o700 });
  chownSync(own, user.uid, user.gid);
  const [postgresPort, restPort] = [await freePort(), await freePort()];
  const config = path.join(own, 'patroni.yml');
  const dataDir = path.join(own, 'data');
  writeFileSync(
    config,
    fill('patroni.yml', {
      NODE_NAME: name,
      NODE_ADDRESS: ADDRESS,
      ETCD_HOSTS: etcd,
      REST_PORT: restPort,
      POSTGRES_PORT: postgresPort,
      DATA_DIR: dataDir,
      PGPASS_FILE: path.join(own, 'pgpass'),
      SOCKET_DIR: own,
      SUPERUSER_PASSWORD: PASSWORDS.superuser,
      REPLICATION_PASSWORD: PASSWORDS.replication,
      DATABASE_NETWORK: NETWORK,
      PROXY_NETWORK: NETWORK,
      ARCHIVE_COMMAND: '/bin/true',
    }),
  );
  chownSync(config, user.uid, user.gid);
  const log = path.join(folder, `${name}.log`);
  return new FailoverNode({ name, address: ADDRESS, postgresPort, restPort, config, dataDir, log, user });
}

async function startHaproxy(folder: string, children: ChildProcess[], nodes: readonly FailoverNode[]): Promise<number> {
  const port = await freePort();
  const config = path.join(folder, 'haproxy.cfg');
  const ofNodes = nodes.flatMap(({ settings }, index) => [
    [`NODE${index + 1}_ADDRESS`, settings.address],
    [`NODE${index + 1}_POSTGRES_PORT`, settings.postgresPort],
    [`NODE${index + 1}_REST_PORT`, settings.restPort],
  ]);
  writeFileSync(
    config,
    fill('haproxy.cfg', { PROXY_ADDRESS: ADDRESS, PROXY_PORT: port, ...Object.fromEntries(ofNodes) }),
  );
  const log = path.join(folder, 'haproxy.log');
  start(children, { program: '/usr/sbin/haproxy', args: ['-db', '-f', config], env: {}, log });
  return port;
}

/** Makes Munjigi's role and database at the primary, as a person does with psql. */
function makeRoles(port: number): void {
  const url = `postgres://postgres:${PASSWORDS.superuser}@${ADDRESS}:${port}/postgres`;
  const args = ['-q', '-v', 'ON_ERROR_STOP=1', '-v', `password=${PASSWORDS.munjigi}`];
  execFileSync('/usr/bin/psql', [...args, '-f', path.join(files, 'roles.sql'), url], { stdio: 'inherit' });
}

function start(
  children: ChildProcess[],
  { program, args, env, log }: { program: string; args: readonly string[]; env: NodeJS.ProcessEnv; log: string },
): void {
  const file = openSync(log, 'a');
  children.push(spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', file, file] }));
  closeSync(file);
}

/** Fills in the `${…}` of a file. Every name must be given. */
function fill(file: string, values: Readonly<Record<string, string | number>>): string {
  return readFileSync(path.join(files, file), 'utf8').replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} has \${${name}}, which the proof does not know`);
    return String(value);
  });
}

function idOf(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}
