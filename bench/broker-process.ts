import { startBroker } from '../apps/server/src/mqtt/index.ts';

/** The embedded broker in a process of its own, so that it can be killed: `tsx broker-process.ts PORT`. */
const broker = await startBroker({ port: Number(process.argv[2] ?? 0) });
process.send?.(broker.port);
