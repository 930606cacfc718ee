import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  accessToken,
  decodeToken,
  closeSession,
  isValidToken,
  onSessionEnded,
  replaceSession,
  reportSessionEnded,
  sessionSignal,
  setSession,
  TOKEN_STORAGE_KEY,
} from './session.ts';

const part = (value: object) => btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
const tokenWith = (claims: object) => `${part({ alg: 'HS256' })}.${part(claims)}.signature`;
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  setSession(null);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a session token', () => {
  it('is valid with an expiry in the future only', () => {
    expect(isValidToken(tokenWith({ exp: inSeconds(60) }))).toBe(true);
    expect(isValidToken(tokenWith({ exp: inSeconds(-1) }))).toBe(false);
    expect(isValidToken(tokenWith({}))).toBe(false);
    expect(isValidToken(tokenWith({ exp: 'tomorrow' }))).toBe(false);
  });

  it('is invalid with fewer than two parts, or when it is no token', () => {
    for (const text of ['', 'one', 'a.!!.c', `x.${part([1])}.y`]) expect(isValidToken(text)).toBe(false);
    expect(isValidToken(null)).toBe(false);
    expect(() => decodeToken('one')).toThrow('Invalid token!');
  });

  it('is kept in session storage under its key and sent while it is valid', () => {
    const token = tokenWith({ exp: inSeconds(60) });
    setSession(token);
    expect(sessionStorage.getItem(TOKEN_STORAGE_KEY)).toBe(token);
    expect(accessToken()).toBe(token);
    setSession(null);
    expect(sessionStorage.getItem('jwt_access_token')).toBeNull();
  });

  it('without an expiry is refused with the text of the reference, and not stored', () => {
    expect(() => setSession(tokenWith({ sub: 'x' }))).toThrow('Invalid access token!');
    expect(sessionStorage.getItem(TOKEN_STORAGE_KEY)).toBeNull();
  });

  it('alerts on expiry, is forgotten, and leads to sign-in and from there back to the screen with its query', () => {
    window.history.replaceState(null, '', '/dashboard/door?store=1');
    const alert = vi.fn();
    vi.stubGlobal('alert', alert);
    setSession(tokenWith({ exp: inSeconds(60) }));
    vi.advanceTimersByTime(59_000);
    expect(alert).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2_000);
    expect(alert).toHaveBeenCalledExactlyOnceWith('Token expired!');
    expect(sessionStorage.getItem(TOKEN_STORAGE_KEY)).toBeNull();
    expect(window.location.href).toMatch(/\/auth\/jwt\/sign-in\?returnTo=%2Fdashboard%2Fdoor%3Fstore%3D1$/);
  });

  it('does not expire at once when it lives longer than the longest timer', () => {
    const alert = vi.fn();
    vi.stubGlobal('alert', alert);
    setSession(tokenWith({ exp: inSeconds(90 * 86_400) }));
    vi.advanceTimersByTime(60_000);
    expect(alert).not.toHaveBeenCalled();
  });
});

describe('a session that another one replaces', () => {
  it('reports the end once, after the new token is stored', async () => {
    const [before, after] = [tokenWith({ exp: inSeconds(60), n: 1 }), tokenWith({ exp: inSeconds(60), n: 2 })];
    setSession(before);
    const found: (string | null)[] = [];
    const stop = onSessionEnded(() => found.push(accessToken()));
    await replaceSession(() => {
      // The stream of the old session ends before the reply arrives.
      reportSessionEnded();
      reportSessionEnded();
      return Promise.resolve(after);
    });
    expect(found).toEqual([after]);
    reportSessionEnded();
    expect(found).toEqual([after, after]);
    stop();
  });

  it('reports the end also when no new token arrives, and nothing when the session did not end', async () => {
    setSession(tokenWith({ exp: inSeconds(60) }));
    const listener = vi.fn();
    const stop = onSessionEnded(listener);
    const refused = () => Promise.reject(new Error('The password is wrong'));
    await expect(replaceSession(refused)).rejects.toThrow('wrong');
    expect(listener).not.toHaveBeenCalled();
    await expect(replaceSession(() => (reportSessionEnded(), refused()))).rejects.toThrow('wrong');
    expect(listener).toHaveBeenCalledOnce();
    stop();
  });
});

describe('a session that is signed out', () => {
  it('does not report its end while the sign-out call is under way', async () => {
    setSession(tokenWith({ exp: inSeconds(60) }));
    const listener = vi.fn();
    const stop = onSessionEnded(listener);
    await closeSession(() => {
      // The stream ends before the reply arrives.
      reportSessionEnded();
      return Promise.resolve();
    });
    expect(accessToken()).toBeNull();
    expect(listener).not.toHaveBeenCalled();
    reportSessionEnded();
    expect(listener).toHaveBeenCalledOnce();
    stop();
  });

  it('aborts the other requests and starts none until the server has answered', async () => {
    setSession(tokenWith({ exp: inSeconds(60) }));
    const underWay = sessionSignal();
    const during: AbortSignal[] = [];
    await closeSession(async () => {
      during.push(sessionSignal());
      await Promise.resolve();
      during.push(sessionSignal());
    });
    expect([underWay, ...during].map(({ aborted }) => aborted)).toEqual([true, false, true]);
    expect(sessionSignal().aborted).toBe(false);
  });

  it('forgets the token even when the sign-out call fails', async () => {
    setSession(tokenWith({ exp: inSeconds(60) }));
    await expect(closeSession(() => Promise.reject(new Error('no connection')))).rejects.toThrow('no connection');
    expect(accessToken()).toBeNull();
  });
});
