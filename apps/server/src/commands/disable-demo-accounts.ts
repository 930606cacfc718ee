import { disableDemoAccounts } from '../modules/accounts/index.ts';
import { withDatabase } from './with-database.ts';

/**
 * Disables the demo's accounts, for a database that began as a demo and has real users now. Disabled accounts are
 * refused with DEMO=1 as well.
 */
export async function disableDemo(url: string): Promise<number> {
  return withDatabase(url, async (db) => {
    const { disabled, active } = await disableDemoAccounts(db, new Date());
    if (disabled.length > 0) console.log(`Disabled: ${disabled.join(', ')}`);
    for (const email of active)
      console.log(
        `${email} is the last ADMIN of its product. Make another with munjigi create-admin, and run this again.`,
      );
    if (disabled.length + active.length === 0) console.log('There is no demo account that is not disabled.');
    return active.length > 0 ? 1 : 0;
  });
}
