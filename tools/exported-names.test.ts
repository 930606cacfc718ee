import { describe, expect, it } from 'vitest';
import { filesBelow, isTest, readSource } from './sources.ts';

/** Names that several files define with the same meaning: the first texts of both languages are loaded by one import. */
const ALLOWED = ['texts'];
const FOLDERS = ['apps/admin/src', 'apps/guest/src', 'apps/server/src', 'packages'];
const EXPORT = /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** The files that define each exported name. A type and a value with one name in one file count once. */
function readDefinitions(): Map<string, string[]> {
  const files = FOLDERS.flatMap((folder) => filesBelow(folder, /\.tsx?$/)).filter(
    (file) => !isTest(file) && !/\/(testing|dist)\//.test(file),
  );
  const definitions = new Map<string, string[]>();
  for (const file of files)
    for (const name of new Set([...readSource(file).matchAll(EXPORT)].map((match) => match[1] ?? '')))
      definitions.set(name, [...(definitions.get(name) ?? []), file]);
  return definitions;
}

describe('exported names of the apps and packages', () => {
  it('are defined in one file each, so that a search for a name finds one meaning', () => {
    const definitions = readDefinitions();
    expect(definitions.size).toBeGreaterThan(1000);
    expect([...definitions].filter(([name, files]) => files.length > 1 && !ALLOWED.includes(name))).toEqual([]);
  });
});
