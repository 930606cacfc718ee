import { call } from './call.ts';
import { readDeviceName } from './device-name.ts';
import { setSession } from './session.ts';

/** The second step of signing in: rejects with the server's problem, otherwise stores the token. */
export async function signInWithCode(challenge: string, code: string): Promise<void> {
  const { accessToken } = await call('POST /api/v2/auth/login/second-factor', {
    body: { challenge, code: code.trim(), device: readDeviceName() },
  });
  setSession(accessToken);
}
