import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupFault, explainWriteFault, keepFolder } from '../db/index.ts';
import type { BackupTarget } from './backup-store.ts';

const UNFINISHED = '.part';

/** A folder that exists: a mounted disk that is away must not become a folder on the disk of the server. */
export function openFolderTarget(folder: string): BackupTarget {
  const namesIn = () =>
    readdir(folder).catch((error: NodeJS.ErrnoException) => {
      throw new BackupFault(
        `BACKUP_TARGET: the folder ${folder} cannot be read (${error.code ?? error.message}). Create it, mount its disk, or give it to this user`,
        { cause: error },
      );
    });
  return {
    address: folder,
    listNames: async (prefix) => (await namesIn()).filter((name) => name.startsWith(prefix)),
    async write(name, bytes) {
      await namesIn();
      const file = path.join(folder, name);
      const part = `${file}${UNFINISHED}`;
      if (existsSync(file)) throw new BackupFault(`${file} is already there. Start the backup again`);
      try {
        await pipeline(Readable.from(bytes), createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(part, file);
        await keepFolder(folder);
      } catch (error) {
        await rm(part, { force: true });
        throw explainWriteFault(file, error);
      }
    },
    async read(name) {
      if (!existsSync(path.join(folder, name)))
        throw new BackupFault(`${folder}: there is no ${name}. List the backups: munjigi backup-list`);
      return createReadStream(path.join(folder, name), { highWaterMark: 256 * 1024 });
    },
    remove: (name) => rm(path.join(folder, name), { force: true }),
    async removeRemains(prefix) {
      for (const name of await namesIn())
        if (name.startsWith(prefix) && name.endsWith(UNFINISHED)) await rm(path.join(folder, name), { force: true });
    },
  };
}
