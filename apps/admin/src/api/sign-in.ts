import { call, isProblem } from './call.ts';
import { readDeviceName } from './device-name.ts';
import { setSession } from './session.ts';

/**
 * Signs in and stores the token. Rejects with the server's problem, or an Error 'Access token not found in response' /
 * 'Invalid access token!'; each is logged as well (reference 8).
 */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  try {
    const { accessToken } = await call('POST /api/v2/auth/login', {
      body: { email, password, device: readDeviceName() },
    });
    // The reference requires this error text, so the server's own problem is not used.
    if (!accessToken) throw new Error('Access token not found in response');
    setSession(accessToken);
  } catch (error) {
    // A required second factor is not a failure, and its challenge must not be logged.
    if (!isProblem(error) || error.challenge === undefined) console.error('Sign-in failed', error);
    throw error;
  }
}
