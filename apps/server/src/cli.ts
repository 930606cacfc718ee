import { parseArgs } from 'node:util';
import { createAdmin, describeAudit, diagnose } from './commands.ts';
import { ConfigError, loadConfig } from './config.ts';
import { migrate } from './db/index.ts';
import { migrationsFolder, openOrStartDatabase } from './launch.ts';

const HELP = `munjigi COMMAND

  serve          the server (the same as npm start)
  migrate        bring the database to this version's schema
  create-admin   --email E --name N --product SLUG [--product-name P]: the first ADMIN of a product; the password is read
                 from MUNJIGI_PASSWORD or asked for on the terminal
  verify-audit   [--product SLUG]… [--expect PRODUCT:ROW:HASH]…: reckon the hash chain of the audit logs again; what it prints at
                 the end is for --expect next time, kept where nobody of the database can change it
  doctor         say what is wrong with this configuration, in words

Settings come from the environment: see docs/operations.md.`;

/** Every command ends here with an exit code: 0 done, 1 something is wrong, 2 called wrongly. */
async function main(words: string[]): Promise<number> {
  const [command, ...rest] = words;
  if (command === 'serve') {
    await import('./main.ts');
    return -1;
  }
  if (command === undefined || command === 'help' || command === '--help') {
    console.log(HELP);
    return command === undefined ? 2 : 0;
  }
  if (command === 'doctor') return diagnose();
  if (!['migrate', 'create-admin', 'verify-audit'].includes(command)) {
    console.error(`There is no command ${command}.\n\n${HELP}`);
    return 2;
  }
  const config = loadConfig();
  const database = await openOrStartDatabase(config, (message) => console.error(message));
  try {
    const applied = await migrate(database.url, migrationsFolder());
    if (command === 'migrate') console.log(applied.length === 0 ? 'The schema was up to date.' : `Applied: ${applied.join(', ')}`);
    if (command === 'verify-audit') return await describeAudit(database.url, auditOptions(rest));
    if (command === 'create-admin') return await createAdmin(database.url, adminOptions(rest));
    return 0;
  } finally {
    await database.stop();
  }
}

function adminOptions(words: string[]) {
  const { values } = parseArgs({
    args: words,
    options: { email: { type: 'string' }, name: { type: 'string' }, product: { type: 'string' }, 'product-name': { type: 'string' } },
  });
  const { email, name, product } = values;
  if (!email || !name || !product) throw new ConfigError('create-admin needs --email, --name and --product');
  return { email, name, product, productName: values['product-name'] ?? product };
}

function auditOptions(words: string[]) {
  const { values } = parseArgs({ args: words, options: { product: { type: 'string', multiple: true }, expect: { type: 'string', multiple: true } } });
  return { products: values.product ?? [], expected: values.expect ?? [] };
}

main(process.argv.slice(2)).then(
  (code) => {
    if (code >= 0) process.exit(code);
  },
  (error: unknown) => {
    const isCalledWrongly = error instanceof ConfigError || (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
    console.error(isCalledWrongly ? error.message : error);
    process.exit(isCalledWrongly ? 2 : 1);
  },
);
