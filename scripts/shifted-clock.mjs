/**
 * Moves the clock of a Node process forward by CLOCK_SHIFT_MS. Loaded by `--import` in every process of `npm run proof -- hours`, so that
 * the server, its devices and the tests agree on the hour. PostgreSQL keeps the machine's time: the product passes times as parameters.
 */
const shift = Number(process.env.CLOCK_SHIFT_MS);
if (!Number.isFinite(shift)) throw new Error('CLOCK_SHIFT_MS is not a number of milliseconds');
const RealDate = Date;
const now = () => RealDate.now() + shift;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
