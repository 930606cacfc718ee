import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Book, BookedPayment } from './book.ts';

/**
 * The page on which a guest agrees to a payment, in place of the provider's own window. It takes the parameters that
 * the provider's script gets in a browser, and returns the guest with the parameters that the provider returns.
 */
export interface CheckoutProtocol {
  /** What the return address gets when the guest has agreed, and the change of the books at that moment. */
  readonly agreed: (book: Book, payment: BookedPayment) => Readonly<Record<string, string>>;
  /** What the return address gets when the guest closes the page. */
  readonly declined: (orderId: string) => Readonly<Record<string, string>>;
}

interface CheckoutInput {
  readonly orderId: string;
  readonly orderName: string;
  readonly amount: number;
  readonly successUrl: string;
  readonly failUrl: string;
}

/** Serves `GET /checkout` and the buttons of its page. Returns false for every other request. */
export async function serveCheckout(
  { agreed, declined }: CheckoutProtocol,
  book: Book,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname !== '/checkout') return false;
  const input = readInput(url.searchParams);
  if (!input) {
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end('Parameters are missing');
    return true;
  }
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(input, url.search));
    return true;
  }
  const isPaying = new URLSearchParams(await readText(request)).get('choice') === 'pay';
  const { orderId, amount } = input;
  const payment = book.payments.get(orderId);
  // A second agreement under the same order is refused, as both providers do, and so is another amount than the shop's.
  const mayAgree =
    (payment === undefined || payment.state === 'FAILED') && (book.preregistered.get(orderId) ?? amount) === amount;
  const [address, params] =
    isPaying && mayAgree
      ? [input.successUrl, agreed(book, book.agree({ orderId, amount }))]
      : [input.failUrl, declined(orderId)];
  const target = new URL(address);
  for (const [name, value] of Object.entries(params)) target.searchParams.set(name, value);
  response.writeHead(303, { location: target.href }).end();
  return true;
}

function readInput(params: URLSearchParams): CheckoutInput | null {
  const [orderId, successUrl, failUrl] = [params.get('orderId'), params.get('successUrl'), params.get('failUrl')];
  const amount = Number(params.get('amount'));
  const isWeb = (address: string | null) => address !== null && /^https?:/.test(address) && URL.canParse(address);
  if (!orderId || !successUrl || !failUrl || !isWeb(successUrl) || !isWeb(failUrl)) return null;
  if (!Number.isSafeInteger(amount) || amount < 1) return null;
  return { orderId, orderName: params.get('orderName') ?? '', amount, successUrl, failUrl };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function pageOf({ orderName, amount }: CheckoutInput, search: string): string {
  const won = new Intl.NumberFormat('ko-KR', { style: 'currency', currency: 'KRW' }).format(amount);
  return `<!doctype html><html lang="ko"><meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">
<title>가상 결제창</title>
<style>body{font:18px/1.5 system-ui;max-width:22rem;margin:3rem auto;padding:0 1rem}button{font:inherit;width:100%;padding:.8rem;margin:.4rem 0}</style>
<h1>가상 결제창</h1><p>${escapeText(orderName)}<br><strong>${won}</strong></p>
<p>실제 결제가 아닙니다. This is not a real payment.</p>
<form method="post" action="/checkout${escapeText(search)}"><button name="choice" value="pay">결제하기 · Pay</button>
<button name="choice" value="close">취소 · Cancel</button></form></html>`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
