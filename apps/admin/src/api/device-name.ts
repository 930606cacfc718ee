const KEY = 'munjigi-device';
const NAME = /^[\w-]{16,64}$/;

/**
 * The random name of this browser, by which the server recognises a device (AU-11). It is made at the first sign-in and is
 * no credential. `undefined` where the browser stores nothing.
 */
export function readDeviceName(): string | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    if (stored !== null && NAME.test(stored)) return stored;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    localStorage.setItem(KEY, name);
    return name;
  } catch {
    return undefined; // Storage is blocked or full: the server then uses the user agent and the network.
  }
}
