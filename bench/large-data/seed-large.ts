import { makeLargeChain } from './large-chain.ts';

/**
 * Fills a separate PostgreSQL with 3,000 rooms and 10,000,000 reservations, prints its address, and keeps it running
 * until the script ends: for measurements and manual tests. BENCH_SIZE sets another number.
 */

const SIZE = Number(process.env['BENCH_SIZE'] ?? 10_000_000);
const chain = await makeLargeChain(1);
const from = performance.now();
await chain.fillTo(SIZE);
console.log(
  `${SIZE.toLocaleString('en')} reservations in 3,000 rooms after ${((performance.now() - from) / 1000).toFixed(0)} s`,
);
console.log(`DATABASE_URL='${chain.url}' TOKEN_SECRET=${chain.tokenSecret} EMBEDDED_BROKER=1 DEMO=0 npm start`);
console.log(`Authorization: Bearer ${chain.tokens[0]}`);
console.log(
  `GET /api/v2/${chain.slug}/reservations/daily?storeId=${chain.measured[0]?.id}&date=${chain.today}   (20 rooms; 200: ${chain.measured[1]?.id})`,
);
console.log('Ctrl-C ends it and removes the data');
await new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});
await chain.stop();
