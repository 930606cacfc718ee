import { parseArgs, type ParseArgsConfig } from 'node:util';
import { describeAudit } from './commands/audit.ts';
import { describeBackup, makeBackup } from './commands/backup.ts';
import { fetchBackup, listBackups, printBackupKey } from './commands/backup-fetch.ts';
import { pushBackup } from './commands/backup-push.ts';
import help from './commands/command-help.json' with { type: 'json' };
import { createAdmin } from './commands/create-admin.ts';
import { printDeviceAccount } from './commands/device-account.ts';
import { disableDemo } from './commands/disable-demo-accounts.ts';
import { runDoctor } from './commands/doctor.ts';
import { runMigrations } from './commands/migrate.ts';
import { resetSecondFactorByEmail } from './commands/reset-second-factor.ts';
import { drillRestore } from './commands/restore-drill.ts';
import { restoreBackup } from './commands/restore.ts';
import { rotatePersonalKeys } from './commands/rotate-keys.ts';
import { onCurrentSchema } from './commands/with-database.ts';
import { databaseSettingOf, readConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { BackupFault, connectionFault, FolderInUse, SchemaFault, UnknownPersonalKey } from './db/index.ts';
import { toErrorMessage } from './error-message.ts';

/** A call that does not match the usage of its command. */
class UsageError extends Error {}

type CommandName = keyof typeof help.commands;

interface Call {
  /** The value of a text option; `undefined`: not given. */
  text(name: string): string | undefined;
  /** The value of a required text option. */
  requiredText(name: string): string;
  texts(name: string): string[];
  has(name: string): boolean;
  readonly file: string;
}

interface Command {
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  readonly needsFile?: boolean;
  /** Returns the exit code: 0 success, 1 failure; `null` if the program keeps running. */
  run(call: Call): Promise<number | null>;
}

const TEXT = { type: 'string' } as const;
const TEXTS = { type: 'string', multiple: true } as const;
const SWITCH = { type: 'boolean' } as const;

/** Only `serve`, `migrate` and `restore` create a database; only the first two change an existing schema. */
const COMMANDS: Readonly<Record<CommandName, Command>> = {
  serve: {
    async run() {
      await import('./main.ts');
      return null;
    },
  },
  migrate: { run: () => runMigrations(readConfig()) },
  'create-admin': {
    options: { email: TEXT, name: TEXT, product: TEXT, 'product-name': TEXT },
    async run(call) {
      const [email, name, product] = ['email', 'name', 'product'].map(call.requiredText) as [string, string, string];
      const productName = call.text('product-name') ?? product;
      return onCurrentSchema(readConfig(), (url) => createAdmin(url, { email, name, product, productName }));
    },
  },
  'reset-second-factor': {
    options: { email: TEXT },
    async run(call) {
      const email = call.requiredText('email');
      return onCurrentSchema(readConfig(), (url) => resetSecondFactorByEmail(url, email));
    },
  },
  'disable-demo-accounts': { run: () => onCurrentSchema(readConfig(), disableDemo) },
  backup: { needsFile: true, run: ({ file }) => makeBackup(readConfig(), file) },
  'backup-push': { run: () => pushBackup(readConfig()) },
  'backup-list': { run: () => listBackups(readConfig()) },
  'backup-fetch': {
    needsFile: true,
    options: { name: TEXT },
    run: ({ file, text }) => fetchBackup(readConfig(), file, text('name')),
  },
  'backup-key': { run: () => printBackupKey() },
  'restore-drill': { run: () => drillRestore(readConfig()) },
  restore: {
    needsFile: true,
    options: { check: SWITCH, 'without-secret': SWITCH },
    run: ({ file, has }) =>
      has('check')
        ? describeBackup(file)
        : restoreBackup(readConfig(), { file, mayLoseSecrets: has('without-secret') }),
  },
  'verify-audit': {
    options: { product: TEXTS, expect: TEXTS },
    run: ({ texts }) =>
      onCurrentSchema(readConfig(), (url) =>
        describeAudit(url, { products: texts('product'), expected: texts('expect') }),
      ),
  },
  'rotate-keys': { run: () => rotatePersonalKeys(readConfig()) },
  'device-account': {
    options: { prefix: TEXT },
    async run(call) {
      return printDeviceAccount(readConfig(), call.requiredText('prefix'));
    },
  },
  doctor: { run: () => runDoctor() },
};

const OVERVIEW = [...help.intro, ...Object.values(help.commands).flat(), ...help.outro].join('\n');
const usageOf = (command: CommandName) => `Usage: munjigi ${help.commands[command].join('\n')}`;
const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word);
const HELP_WORDS = ['--help', '-h'];

/** Returns the exit code, or `null` if the program keeps running. Help touches neither settings nor a database. */
async function main([command = '', ...words]: string[]): Promise<number | null> {
  if (command === 'help' || HELP_WORDS.includes(command)) {
    console.log(OVERVIEW);
    return 0;
  }
  if (!isCommand(command)) {
    console.error(command === '' ? OVERVIEW : `There is no command ${command}.\n\n${OVERVIEW}`);
    return 2;
  }
  if (words.some((word) => HELP_WORDS.includes(word))) {
    console.log(usageOf(command));
    return 0;
  }
  try {
    return await COMMANDS[command].run(parseCall(words, COMMANDS[command]));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usageOf(command)}`);
    return 2;
  }
}

function parseCall(words: string[], { options = {}, needsFile = false }: Omit<Command, 'run'>): Call {
  let parsed;
  try {
    parsed = parseArgs({ args: words, options, allowPositionals: needsFile });
  } catch (error) {
    throw new UsageError(toErrorMessage(error), { cause: error });
  }
  const values: Readonly<Record<string, unknown>> = parsed.values;
  const [file = '', ...more] = parsed.positionals;
  if (needsFile && (file === '' || more.length > 0)) throw new UsageError('The command needs the name of one file');
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
  return {
    file,
    text,
    requiredText(name) {
      const value = text(name);
      if (!value) throw new UsageError(`The command needs --${name}`);
      return value;
    },
    texts: (name) => (Array.isArray(values[name]) ? values[name].map(String) : []),
    has: (name) => values[name] === true,
  };
}

/** Formats an unreachable database without a stack, because it is no fault of the program. */
function describeUnreachable(error: unknown): string | null {
  const config = readConfig();
  const { databaseUrl } = config;
  const fault = databaseUrl === null ? null : connectionFault(error, databaseUrl, databaseSettingOf(config));
  return fault === null ? null : `The database cannot be reached: ${fault}`;
}

main(process.argv.slice(2)).then(
  (code) => {
    if (code !== null) process.exit(code);
  },
  (error: unknown) => {
    const cannotRunHere = error instanceof ConfigError || error instanceof SchemaFault;
    const isInWords =
      cannotRunHere ||
      error instanceof BackupFault ||
      error instanceof FolderInUse ||
      error instanceof UnknownPersonalKey;
    console.error(isInWords ? error.message : (describeUnreachable(error) ?? error));
    process.exit(cannotRunHere ? 2 : 1);
  },
);
