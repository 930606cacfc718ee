import type { ReplyOf } from '@munjigi/contract';
import {
  parseBody,
  processRefusal,
  buildRequest,
  sendRequest,
  ServerUnreachable,
  type ByName,
  type EndpointName,
  type InputOf,
  type LooseInput,
} from './call.ts';
import { markReachable, markUnreachable } from './connection.ts';

/**
 * Reads a file of the server with the person's token, which no address ever contains (AU-3). Rejects as `call` does.
 */
export async function readFile<N extends EndpointName>(name: N, input: InputOf<N>): Promise<Blob> {
  return (await fetchFile(name, input)).blob();
}

/** Reads a file of the server and lets the browser save it under the name that the server gives it. */
export async function downloadFile<N extends EndpointName>(name: N, input: InputOf<N>): Promise<void> {
  const reply = await fetchFile(name, input);
  saveFile(await reply.blob(), fileNameIn(reply.headers.get('content-disposition') ?? ''));
}

/** The name of a file: `filename*` before `filename` (RFC 6266 4.3). */
function fileNameIn(disposition: string): string {
  const extended = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1];
  return extended === undefined
    ? (/filename="([^"]*)"/i.exec(disposition)?.[1] ?? 'download')
    : decodeURIComponent(extended);
}

async function fetchFile<N extends EndpointName>(name: N, input: InputOf<N>): Promise<Response> {
  const loose = input as LooseInput;
  const { method, url, headers } = buildRequest(name, loose);
  const reply = await sendRequest(url, { method, headers, ...(loose.signal && { signal: loose.signal }) });
  if (reply.ok) return reply;
  throw processRefusal(parseBody(await reply.text()), 'Authorization' in headers);
}

/**
 * Sends a file as the body of a call. `onProgress` receives the share that has been sent, 0 to 1. Rejects as `call`
 * does. Uses XMLHttpRequest because `fetch` does not report upload progress.
 */
export function uploadFile<N extends EndpointName>(
  name: N,
  input: InputOf<N> & { readonly file: Blob; readonly onProgress?: (share: number) => void },
): Promise<ReplyOf<ByName[N]>> {
  const { method, url, headers } = buildRequest(name, input);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [header, value] of Object.entries({
      Accept: 'application/json',
      ...headers,
      'Content-Type': input.file.type,
    })) {
      request.setRequestHeader(header, value);
    }
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      input.onProgress?.(total === 0 ? 0 : loaded / total),
    );
    request.addEventListener('load', () => {
      markReachable();
      const body = parseBody(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body as ReplyOf<ByName[N]>);
      else void processRefusal(body, 'Authorization' in headers).then(reject);
    });
    request.addEventListener('error', () => {
      markUnreachable();
      reject(new ServerUnreachable('The server cannot be reached'));
    });
    request.addEventListener('abort', () => reject(new DOMException('The upload was given up', 'AbortError')));
    input.signal?.addEventListener('abort', () => request.abort());
    request.send(input.file);
  });
}

/** Lets the browser save a file under this name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The browser has started the download when the click is over; Safari takes longer.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
