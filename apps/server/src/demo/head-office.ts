import type { App } from '../app.ts';
import { DEMO_PASSWORD, type DemoProduct } from './world.ts';

interface DemoRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: object | undefined;
  /** A file instead of a body. */
  readonly csv?: string;
}

/** The time-out for devices that start together with the server, because a slow machine is no fault. */
export const ANNOUNCED_WITHIN_MS = 180_000;

/** A head-office person of the demo, who sends requests as a browser does. */
export interface HeadOffice {
  /** Sends a request to a `path` below the product. Throws when it is refused. */
  ask<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
  /** Uploads a CSV file. Throws when it is refused. */
  sendFile(path: string, csv: string): Promise<void>;
  signOut(): Promise<void>;
}

export async function signInToHeadOffice(app: App, product: DemoProduct): Promise<HeadOffice | null> {
  const admin = product.people.find((person) => person.role === 'ADMIN');
  if (!admin) return null;
  const { accessToken } = await send<{ accessToken: string }>(app, null, {
    method: 'POST',
    url: '/api/v2/auth/login',
    body: { email: admin.email, password: DEMO_PASSWORD },
  });
  return {
    ask: (method, path, body) => send(app, accessToken, { method, url: `/api/v2/${product.slug}${path}`, body }),
    sendFile: (path, csv) => send(app, accessToken, { method: 'POST', url: `/api/v2/${product.slug}${path}`, csv }),
    signOut: () => send(app, accessToken, { method: 'POST', url: '/api/v2/auth/logout', body: {} }),
  };
}

async function send<T>(app: App, token: string | null, { method, url, body, csv }: DemoRequest): Promise<T> {
  const payload = csv ?? body;
  const response = await app.http.inject({
    method,
    url,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(csv === undefined ? {} : { 'content-type': 'text/csv; charset=utf-8' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  if (response.statusCode !== 200) throw new Error(`The demo's ${method} ${url} was refused: ${response.body}`);
  return response.json<T>();
}
