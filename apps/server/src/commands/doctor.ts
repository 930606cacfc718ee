import { connect } from 'node:net';
import { ConfigError, loadConfig } from '../config.ts';
import { examineDatabase } from '../db/index.ts';

/** Says what is wrong with the configuration, in words; 1 when something is. */
export async function diagnose(): Promise<number> {
  let config;
  try {
    config = loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.log(`✗ environment: ${error.message}`);
    return 1;
  }
  const { host, port, databaseUrl, mqttUrl, mqttPort } = config;
  const checks: [string, Promise<string>][] = [
    [`listening on ${host}:${port}`, freePort(host, port)],
    databaseUrl ? ['database', examineDatabase(databaseUrl)] : ['database', Promise.resolve(`embedded, below ${config.dataDir}`)],
    mqttUrl ? ['MQTT broker', examineBroker(mqttUrl)] : [`embedded MQTT broker on 127.0.0.1:${mqttPort}`, freePort('127.0.0.1', mqttPort)],
  ];
  let code = 0;
  for (const [what, check] of checks) {
    try {
      console.log(`✓ ${what}: ${await check}`);
    } catch (error) {
      code = 1;
      console.log(`✗ ${what}: ${(error as Error).message}`);
    }
  }
  return code;
}

function examineBroker(url: string): Promise<string> {
  const { hostname, port, protocol } = new URL(url);
  const number = Number(port) || (protocol === 'mqtts:' ? 8883 : 1883);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: number, timeout: 5000 });
    const end = (error?: Error) => {
      socket.destroy();
      if (error) reject(new Error(`${hostname}:${number} cannot be reached: ${error.message}`));
      else resolve(`${hostname}:${number} answers`);
    };
    socket.once('connect', () => end());
    socket.once('error', end);
    socket.once('timeout', () => end(new Error('no answer within 5 s')));
  });
}

function freePort(host: string, port: number): Promise<string> {
  if (port === 0) return Promise.resolve('any free port');
  return new Promise((resolve, reject) => {
    const socket = connect({ host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port, timeout: 1000 });
    socket.once('connect', () => {
      socket.destroy();
      reject(new Error('something already listens there (a running Munjigi?)'));
    });
    socket.once('error', () => resolve('free'));
    socket.once('timeout', () => {
      socket.destroy();
      resolve('free');
    });
  });
}
