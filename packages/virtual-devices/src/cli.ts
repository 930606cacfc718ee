import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import help from './cli-help.json' with { type: 'json' };
import { DEVICE_STARTERS } from './cli-kinds.ts';
import { localBrokerUrl } from './embedded-broker.ts';

/**
 * Runs one virtual device that is controlled from the keyboard: `npm run virtual -- shelly --prefix playroom/gangnam
 * --name relay`.
 */

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      prefix: { type: 'string' },
      name: { type: 'string' },
      label: { type: 'string' },
      form: { type: 'string', default: 'component' },
      latch: { type: 'boolean', default: false },
      relock: { type: 'string' },
      hardware: { type: 'string', default: 'switch' },
    },
  });
  const [kind = ''] = positionals;
  const start = Object.hasOwn(DEVICE_STARTERS, kind) ? DEVICE_STARTERS[kind] : undefined;
  if (!start || !values.prefix || !values.name) {
    console.log(help.lines.join('\n'));
    process.exitCode = 2;
    return;
  }
  const device = await start({
    ...values,
    url: values.url ?? localBrokerUrl(values.prefix),
    prefix: values.prefix,
    name: values.name,
    label: values.label,
    relock: values.relock,
  });
  console.log(
    `It listens at ${device.where}. While it runs, type: ${[...Object.keys(device.orders), 'quit'].join(' | ')}, and a word: on, off, a number`,
  );
  const watch = setInterval(() => {
    for (const line of device.news()) console.log(line);
  }, 200);
  for await (const line of createInterface({ input: process.stdin })) {
    const [order = '', word = ''] = line.trim().split(/\s+/);
    if (order === 'quit') break;
    const act = Object.hasOwn(device.orders, order) ? device.orders[order] : undefined;
    if (act) await act(word);
    else if (order) console.log(Object.keys(device.orders).join(' | '));
  }
  // Without a keyboard (a service, a container) it runs until SIGTERM.
  if (!process.stdin.isTTY && process.stdin.readableEnded)
    await new Promise<void>((resolve) => process.once('SIGTERM', () => resolve()));
  clearInterval(watch);
  await device.stop();
}

await main();
