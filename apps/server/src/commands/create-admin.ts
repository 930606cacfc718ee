import { z } from 'zod';
import { ConfigError } from '../config/config-error.ts';
import { readPassword } from '../config/config.ts';
import { SYSTEM } from '../db/index.ts';
import { addAdminByCommand, faultInWords, hashPassword, passwordFault } from '../modules/accounts/index.ts';
import { ensureProduct } from '../modules/stores/index.ts';
import { readNewPassword } from './read-new-password.ts';
import { withDatabase } from './with-database.ts';

interface NewAdmin {
  readonly email: string;
  readonly name: string;
  readonly product: string;
  readonly productName: string;
}

const newAdmin = z.object({
  email: z.email().max(254),
  name: z.string().trim().min(1).max(60),
  product: z.string().regex(/^[a-z][a-z0-9-]{1,38}$/, 'must be a slug such as playroom'),
  productName: z.string().trim().min(1).max(60),
});

/** Creates the product where it does not exist yet, and an ADMIN in it: there is no default password anywhere (RN-3). */
export async function createAdmin(url: string, input: NewAdmin): Promise<number> {
  const parsed = newAdmin.safeParse(input);
  if (!parsed.success) throw new ConfigError(z.prettifyError(parsed.error));
  const item = parsed.data;
  const password = readPassword() ?? (await readNewPassword('Password of the new ADMIN (at least 12 characters)'));
  const fault = await passwordFault(password, [item.email, item.name, item.product, item.productName, 'munjigi']);
  if (fault) throw new ConfigError(`The password ${faultInWords(fault)}`);
  return withDatabase(url, async (db) => {
    const now = new Date();
    const passwordHash = await hashPassword(password);
    const productId = await db.withActor(SYSTEM, (tx) =>
      ensureProduct(tx, { slug: item.product, name: item.productName, at: now }),
    );
    const isCreated = await addAdminByCommand(db, {
      productId,
      email: item.email,
      name: item.name,
      passwordHash,
      at: now,
    });
    console.log(
      isCreated
        ? `${item.email} is an ADMIN of ${item.product} now.`
        : `There is already an account for ${item.email}.`,
    );
    return isCreated ? 0 : 1;
  });
}
