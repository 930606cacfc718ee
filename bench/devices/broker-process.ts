import { startBroker } from '../../apps/server/src/mqtt/index.ts';

/** The embedded broker in a separate process that can be killed: `tsx broker-process.ts PORT SECRET`. */
const broker = await startBroker({ port: Number(process.argv[2] ?? 0), secret: process.argv[3] ?? '' });
process.send?.(broker.port);
