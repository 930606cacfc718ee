import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Every file and folder below a folder with its size and the time of its last change; nothing if it does not exist. */
export function listFiles(folder: string, isSkipped: (name: string) => boolean = () => false): string[] {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  return [
    describeFile(folder),
    ...readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !isSkipped(name))
      .flatMap((entry) => {
        const file = path.join(folder, entry.name);
        return entry.isDirectory() ? listFiles(file, isSkipped) : [describeFile(file)];
      }),
  ];
}

function describeFile(file: string): string {
  const { mtimeMs, size } = lstatSync(file);
  return `${file} ${size} ${mtimeMs}`;
}
