import { parseArgs } from 'node:util';
import { describeAudit } from './commands/audit.ts';
import { createAdmin } from './commands/create-admin.ts';
import { diagnose } from './commands/doctor.ts';
import { ConfigError, loadConfig } from './config.ts';
import { migrate } from './db/index.ts';
import { migrationsFolder, openOrStartDatabase } from './launch.ts';

const HELP = `munjigi COMMAND

  serve          the server (the same as npm start)
  migrate        bring the database to this version's schema
  create-admin   --email E --name N --product SLUG [--product-name P]: the first ADMIN of a product; the password is read
                 from MUNJIGI_PASSWORD or asked for on the terminal
  verify-audit   walk every product's audit log and check its hash chain
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
    if (command === 'verify-audit') return await describeAudit(database.url);
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

main(process.argv.slice(2)).then(
  (code) => {
    if (code >= 0) process.exit(code);
  },
  (error: unknown) => {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(error instanceof ConfigError ? 2 : 1);
  },
);
