/** The clocks of a device differ by a few milliseconds without any sleep. */
const SHORTEST_SLEEP_MS = 1000;

/**
 * Returns how long the device slept since the last call, when its steady clock may have stood still and the other one
 * did not.
 */
export function createSleepMeter(): () => number {
  let [wall, steady] = [Date.now(), performance.now()];
  return () => {
    const sleptMs = Date.now() - wall - (performance.now() - steady);
    [wall, steady] = [Date.now(), performance.now()];
    return sleptMs > SHORTEST_SLEEP_MS ? sleptMs : 0;
  };
}
