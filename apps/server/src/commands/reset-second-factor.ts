import { resetFactorByCommand } from '../modules/accounts/index.ts';
import { withDatabase } from './with-database.ts';

/**
 * Removes the second factor of an account, for an ADMIN without a colleague who could do so. Requires access to the
 * server's command line (AU-5).
 */
export async function resetSecondFactorByEmail(url: string, email: string): Promise<number> {
  return withDatabase(url, async (db) => {
    const isReset = await resetFactorByCommand(db, email, new Date());
    console.log(
      isReset
        ? `${email} signs in with the password alone now. All sessions of the account have ended.`
        : `There is no account for ${email} with a second factor.`,
    );
    return isReset ? 0 : 1;
  });
}
