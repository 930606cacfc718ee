import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startVirtualLock } from './lock.ts';

/** `npm run virtual -- lock --url mqtt://127.0.0.1:4883 --prefix playroom/gangnam --name front`: one lock, steered from the keyboard. */

const HELP = `lock --prefix <store's MQTT prefix> --name <name> [--url mqtt://127.0.0.1:4883] [--label <text>]
     [--form component|bundle] [--latch] [--relock <seconds>]
While it runs, type: slow <ms> | silent on|off | refuse on|off | jam on|off | offline on|off | turn locked|unlocked | swing open|closed | quit`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'mqtt://127.0.0.1:4883' },
      prefix: { type: 'string' },
      name: { type: 'string' },
      label: { type: 'string' },
      form: { type: 'string', default: 'component' },
      latch: { type: 'boolean', default: false },
      relock: { type: 'string' },
    },
  });
  if (positionals[0] !== 'lock' || !values.prefix || !values.name) {
    console.log(HELP);
    process.exitCode = 2;
    return;
  }
  const lock = await startVirtualLock({
    url: values.url,
    prefix: values.prefix,
    name: values.name,
    form: values.form === 'bundle' ? 'bundle' : 'component',
    canUnlatch: values.latch,
    ...(values.label === undefined ? {} : { label: values.label }),
    ...(values.relock === undefined ? {} : { relockMs: Number(values.relock) * 1000 }),
  });
  console.log(`A lock listens at ${lock.topics.command}`);

  const orders: Record<string, (word: string) => void | Promise<void>> = {
    slow: (word) => lock.slow(Number(word) || 0),
    silent: (word) => lock.silent(word === 'on'),
    refuse: (word) => lock.refuse(word === 'on'),
    jam: (word) => lock.jammed(word === 'on'),
    offline: (word) => lock.offline(word === 'on'),
    turn: (word) => lock.turn(word === 'unlocked' ? 'UNLOCKED' : 'LOCKED'),
    swing: (word) => lock.swing(word === 'open' ? 'OPEN' : 'CLOSED'),
  };
  let shown = 0;
  const watch = setInterval(() => {
    for (const command of lock.received.slice(shown)) console.log(`${command.at.toISOString()} ${command.payload} → ${lock.state()}`);
    shown = lock.received.length;
  }, 200);
  for await (const line of createInterface({ input: process.stdin })) {
    const [order = '', word = ''] = line.trim().split(/\s+/);
    if (order === 'quit') break;
    const act = Object.hasOwn(orders, order) ? orders[order] : undefined;
    if (act) await act(word);
    else if (order) console.log(HELP);
  }
  // Without a keyboard (a service, a container) it stays until it is told to end.
  if (!process.stdin.isTTY && process.stdin.readableEnded) await new Promise<void>((resolve) => process.once('SIGTERM', () => resolve()));
  clearInterval(watch);
  await lock.stop();
}

await main();
