import '../../shared/page.css';
import { hasWindow, openPaymentWindow, WINDOW_SCRIPTS } from './payment-window.ts';
import { returnAddress, claimOrder, type PaymentOrder } from './payment-order.ts';

/** The script of `/g-pay/…` (GP-8): opens the window of the provider for the order that the page of the guest left. */

const SCRIPT_TIMEOUT_MS = 20_000;

async function payInWindow(): Promise<void> {
  const order = readOrder();
  // A reload, the back button or a foreign link: the page of the reservation shows what is due.
  if (order === null) {
    location.replace(returnAddress({ outcome: 'failed' }));
    return;
  }
  try {
    await loadScript(WINDOW_SCRIPTS[order.provider]);
    const next = await openPaymentWindow(order);
    if (next !== null) location.replace(next);
  } catch (error) {
    console.error(error);
    showFault();
  }
}

function readOrder() {
  try {
    const order: PaymentOrder | null = claimOrder();
    return order !== null && hasWindow(order.provider) ? { ...order, provider: order.provider } : null;
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** Rejects when the script does not arrive in time. */
function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const timer = setTimeout(() => reject(new Error(`${address} did not arrive`)), SCRIPT_TIMEOUT_MS);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener('error', () => {
      clearTimeout(timer);
      reject(new Error(`${address} could not be loaded`));
    });
    script.src = address;
    document.head.append(script);
  });
}

function showFault(): void {
  for (const [name, isHidden] of [
    ['opening', true],
    ['fault', false],
  ] as const) {
    const part = document.getElementById(name);
    if (part) part.hidden = isHidden;
  }
}

void payInWindow();
