import { Secret, TOTP } from 'otpauth';

/**
 * RFC 6238 as every authenticator app implements it: SHA-1, six digits, 30 seconds. Apps ignore other parameters of the
 * URI.
 */
const STEP_SECONDS = 30;
/** RFC 4226, 4, R6: the output length of SHA-1. */
const SECRET_BYTES = 20;
/**
 * The step before and the step after are accepted too, because the clock of a phone may differ and typing takes time.
 */
const STEPS_AROUND = 1;
const ISSUER = 'Munjigi';

/** Creates a secret in base32, for typing into an app that cannot scan the QR code. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The content of the QR code. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** Returns the time step that matches the six digits, or `null` when none near now matches. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret, '');
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: STEPS_AROUND });
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta;
}

function totpOf(secret: string, email: string): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label: email,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  });
}
