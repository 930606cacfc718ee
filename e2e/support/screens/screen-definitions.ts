import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Capability } from '@munjigi/contract/roles';

/** What a program outside the browser knows of a screen below `/dashboard` (`ScreenDefinition` of the dashboard). */
export interface ListedScreen {
  readonly path: string;
  readonly needs?: Capability;
  readonly texts: readonly string[];
}

/** A file `*.screens.ts` of the dashboard, as a path from the root, and what it lists. */
export interface ScreenFile {
  readonly file: string;
  readonly screens: readonly ListedScreen[];
}

const root = path.resolve(import.meta.dirname, '../../..');
const FOLDER = 'apps/admin/src';

/** Reads the files `*.screens.ts`, from which the router of the dashboard is made. None of the screens' code loads. */
export async function readScreenFiles(): Promise<readonly ScreenFile[]> {
  const names = readdirSync(path.join(root, FOLDER), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.screens.ts'))
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const file = path.posix.join(FOLDER, name.split(path.sep).join('/'));
      const module = (await import(pathToFileURL(path.join(root, file)).href)) as Record<string, ListedScreen[]>;
      return { file, screens: Object.values(module).flat() };
    }),
  );
}

interface MenuEntry {
  /** A key of the `navbar` texts. */
  readonly title: string;
  readonly path: string;
  readonly children?: readonly MenuEntry[];
}

/** The entries of the menu of all roles that lead to a screen. */
export async function readMenuEntries(): Promise<readonly MenuEntry[]> {
  const file = pathToFileURL(path.join(root, FOLDER, 'session/navigation.ts')).href;
  const { NAVIGATION } = (await import(file)) as { NAVIGATION: readonly { readonly items: readonly MenuEntry[] }[] };
  return NAVIGATION.flatMap(({ items }) => items).flatMap((item) => item.children ?? [item]);
}

/** The screens that need a capability, by path (AC-4). */
export async function readScreenRights(): Promise<Readonly<Record<string, Capability>>> {
  const screens = (await readScreenFiles()).flatMap((file) => file.screens);
  return Object.fromEntries(screens.flatMap(({ path: at, needs }) => (needs === undefined ? [] : [[at, needs]])));
}
