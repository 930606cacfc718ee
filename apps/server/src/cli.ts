import { parseArgs } from 'node:util';
import { describeAudit } from './commands/audit.ts';
import { describeBackup, makeBackup } from './commands/backup.ts';
import { createAdmin } from './commands/create-admin.ts';
import { describeDeviceAccount } from './commands/device-account.ts';
import { disableDemo } from './commands/disable-demo-accounts.ts';
import { runDoctor } from './commands/doctor.ts';
import { resetSecondFactorByEmail } from './commands/reset-second-factor.ts';
import { restoreBackup } from './commands/restore.ts';
import { rotatePersonalKeys } from './commands/rotate-keys.ts';
import { ConfigError, foundSecret, loadConfig } from './config.ts';
import { BackupFault, connectionFault, FolderInUse, migrateDatabase, UnknownPersonalKey } from './db/index.ts';
import { migrationsFolder, reachOrStartDatabase } from './launch.ts';

const HELP = `munjigi COMMAND

  serve          the server (the same as npm start)
  migrate        bring the database to this version's schema
  create-admin   --email E --name N --product SLUG [--product-name P]: an ADMIN of a product, recorded in its audit
                 log; the password is read from MUNJIGI_PASSWORD, the standard input, or typed twice on the terminal
  reset-second-factor --email E: take the second factor off who has lost it and has no other ADMIN to ask
  disable-demo-accounts: disable the accounts that the demo made, whose password is published
  backup FILE    write everything of the database, as it is at one moment, to a new file; a server may run meanwhile
  restore FILE   put a backup into an empty DATA_DIR or an empty database: all of it, or nothing
                 --check: only say what the file is, and whether it is whole; --without-secret: though TOKEN_SECRET is another
  verify-audit   [--product SLUG]… [--expect PRODUCT:ROW:HASH]…: reckon the hash chain of the audit logs again; what it prints at
                 the end is for --expect next time, kept where nobody of the database can change it
  rotate-keys    seal everything of guests with the newest of PERSONAL_DATA_KEYS, beside a server that runs; the other key is of
                 no use afterwards
  device-account --prefix P: print the account of the embedded broker for the devices below a store's MQTT prefix
  doctor         say what is wrong with this configuration, in words

Settings come from the environment: see docs/operations.md.`;

/** Every command ends here with an exit code: 0 success, 1 failure, 2 wrong usage. */
async function main(words: string[]): Promise<number> {
  const [command, ...rest] = words;
  switch (command) {
    case 'serve':
      await import('./main.ts');
      return -1;
    case undefined:
    case 'help':
    case '--help':
      console.log(HELP);
      return command === undefined ? 2 : 0;
    case 'doctor':
      return runDoctor();
    case 'backup':
      // The secret is only looked up, because a mistyped folder must not be created.
      return makeBackup(
        loadConfig(null, undefined, (dataDir) => foundSecret(dataDir, 'token-secret') ?? ''),
        fileIn(rest, {}).file,
      );
    case 'restore': {
      const { file, values } = fileIn(rest, { check: { type: 'boolean' }, 'without-secret': { type: 'boolean' } });
      return values['check']
        ? describeBackup(file)
        : restoreBackup(loadConfig(), { file, mayLoseSecrets: values['without-secret'] === true });
    }
    case 'migrate':
    case 'create-admin':
    case 'reset-second-factor':
    case 'disable-demo-accounts':
    case 'verify-audit':
      return onMigrated(command, rest);
    case 'device-account':
      for (const line of describeDeviceAccount(
        loadConfig(null, undefined, (dataDir) => foundSecret(dataDir, 'token-secret') ?? ''),
        prefixIn(rest),
      ))
        console.log(line);
      return 0;
    case 'rotate-keys':
      return rotatePersonalKeys(loadConfig());
    default:
      console.error(`There is no command ${command}.\n\n${HELP}`);
      return 2;
  }
}

async function onMigrated(
  command: 'migrate' | 'create-admin' | 'reset-second-factor' | 'disable-demo-accounts' | 'verify-audit',
  rest: string[],
): Promise<number> {
  const config = loadConfig();
  const database = await reachOrStartDatabase(config, (message) => console.error(message));
  try {
    const applied = await migrateDatabase(database.url, migrationsFolder());
    if (command === 'migrate')
      console.log(applied.length === 0 ? 'The schema was up to date.' : `Applied: ${applied.join(', ')}`);
    if (command === 'verify-audit') return await describeAudit(database.url, auditOptions(rest));
    if (command === 'reset-second-factor') return await resetSecondFactorByEmail(database.url, emailIn(rest));
    if (command === 'disable-demo-accounts') return await disableDemo(database.url);
    if (command === 'create-admin') return await createAdmin(database.url, adminOptions(rest));
    return 0;
  } finally {
    await database.stop();
  }
}

function adminOptions(words: string[]) {
  const { values } = parseArgs({
    args: words,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      product: { type: 'string' },
      'product-name': { type: 'string' },
    },
  });
  const { email, name, product } = values;
  if (!email || !name || !product) throw new ConfigError('create-admin needs --email, --name and --product');
  return { email, name, product, productName: values['product-name'] ?? product };
}

function emailIn(words: string[]): string {
  const { email } = parseArgs({ args: words, options: { email: { type: 'string' } } }).values;
  if (!email) throw new ConfigError('reset-second-factor needs --email');
  return email;
}

function prefixIn(words: string[]): string {
  const { prefix } = parseArgs({ args: words, options: { prefix: { type: 'string' } } }).values;
  if (!prefix) throw new ConfigError('device-account needs --prefix, such as playroom/gangnam');
  return prefix;
}

function auditOptions(words: string[]) {
  const { values } = parseArgs({
    args: words,
    options: { product: { type: 'string', multiple: true }, expect: { type: 'string', multiple: true } },
  });
  return { products: values.product ?? [], expected: values.expect ?? [] };
}

/** Parses one file name and switches. */
function fileIn(
  words: string[],
  options: Record<string, { type: 'boolean' }>,
): { file: string; values: Readonly<Record<string, unknown>> } {
  let parsed;
  try {
    parsed = parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error });
  }
  const [file, ...more] = parsed.positionals;
  if (!file || more.length > 0)
    throw new ConfigError('It needs the name of one file: munjigi backup FILE, munjigi restore FILE');
  return { file, values: parsed.values };
}

/** Formats an unreachable database without a stack, because it is no fault of the program. */
function unreachable(error: unknown): string | null {
  const { databaseUrl } = loadConfig();
  const fault = databaseUrl === null ? null : connectionFault(error, databaseUrl);
  return fault === null ? null : `The database cannot be reached: ${fault}`;
}

main(process.argv.slice(2)).then(
  (code) => {
    if (code >= 0) process.exit(code);
  },
  (error: unknown) => {
    const isCalledWrongly =
      error instanceof ConfigError ||
      (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
    const isInWords =
      isCalledWrongly ||
      error instanceof BackupFault ||
      error instanceof FolderInUse ||
      error instanceof UnknownPersonalKey;
    console.error(isInWords ? error.message : (unreachable(error) ?? error));
    process.exit(isCalledWrongly ? 2 : 1);
  },
);
