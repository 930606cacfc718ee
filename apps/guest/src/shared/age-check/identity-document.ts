import '../page.css';
import { DONE_PATH, readIdentityOrder, type IdentityOrder } from './identity-window.ts';

/**
 * The script of `/g-pay/identity` (AG-5): opens the window of PortOne for the check that the page of the guest has begun. That
 * page asks the server what came of it, so this one only says that it is over. Source: developers.portone.io (browser SDK v2).
 */

const SCRIPT = 'https://cdn.portone.io/v2/browser-sdk.js';
const SCRIPT_TIMEOUT_MS = 20_000;

interface IdentitySdk {
  /** Resolves with nothing where the browser leaves for the address of return instead. */
  requestIdentityVerification(
    request: IdentityOrder & { readonly redirectUrl: string },
  ): Promise<{ readonly code?: string } | undefined>;
}

async function checkInWindow(): Promise<void> {
  if (location.search.includes('done')) return show('done');
  const order = readIdentityOrder(location.hash);
  if (order === null) return show('fault');
  try {
    await loadScript();
    const { PortOne } = window as unknown as { readonly PortOne?: IdentitySdk };
    if (PortOne === undefined) throw new Error('The script of PortOne did not define its object');
    await PortOne.requestIdentityVerification({ ...order, redirectUrl: `${location.origin}${DONE_PATH}` });
    show('done');
    window.close();
  } catch (error) {
    console.error(error);
    show('fault');
  }
}

/** Rejects when the script does not arrive in time. */
function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const timer = setTimeout(() => reject(new Error(`${SCRIPT} did not arrive`)), SCRIPT_TIMEOUT_MS);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener('error', () => {
      clearTimeout(timer);
      reject(new Error(`${SCRIPT} could not be loaded`));
    });
    script.src = SCRIPT;
    document.head.append(script);
  });
}

function show(part: 'done' | 'fault'): void {
  for (const name of ['opening', 'done', 'fault']) {
    const element = document.getElementById(name);
    if (element) element.hidden = name !== part;
  }
}

void checkInWindow();
