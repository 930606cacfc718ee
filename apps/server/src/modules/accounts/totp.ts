import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, thirty seconds. Apps do not read anything else of the address. */
const STEP_SECONDS = 30;
/** RFC 4226, 4, R6: as long as what SHA-1 gives. */
const SECRET_BYTES = 20;
/** The step before and the one after are taken too: a phone's clock is not ours, and a person types for a while. */
const STEPS_AROUND = 1;
const ISSUER = 'Munjigi';

/** In base32, as a person types it into an app that cannot see the picture. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the picture says. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The step of time that the six digits are right for, `null` when they are for none that is near. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret, '');
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: STEPS_AROUND });
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta;
}

function totpOf(secret: string, email: string): TOTP {
  return new TOTP({ issuer: ISSUER, label: email, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });
}
