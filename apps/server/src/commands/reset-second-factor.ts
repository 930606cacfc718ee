import { resetFactorByCommand } from '../modules/accounts/index.ts';
import { withDatabase } from './with-database.ts';

/** For the ADMIN of a chain who has nobody to ask: whoever reaches the server's command line may take the second factor off (AU-5). */
export async function resetSecondFactor(url: string, email: string): Promise<number> {
  return withDatabase(url, async (db) => {
    const isReset = await resetFactorByCommand(db, email, new Date());
    console.log(isReset ? `${email} signs in with the password alone now. All sessions of the account have ended.` : `There is no account for ${email} with a second factor.`);
    return isReset ? 0 : 1;
  });
}
