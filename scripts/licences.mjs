import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { exitForHelp, refuseUnknownWords, root } from './shared/project.mjs';

/**
 * The licences of the packages that a release contains, in its packages and bundled in its pages. A release names each
 * with its licence text; a licence outside the list below fails the check.
 */

/** Licences that let a closed product be sold with the package in it, when their text is handed on. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
  'Zlib',
]);

/** Packages with another licence, each with the reason why a release may contain it. */
const REVIEWED = [
  // LGPL: libvips is a shared library beside sharp, which the user of the server can replace. It is not changed here.
  /^@img\/sharp-/,
];

/** Packages whose manifest names no licence, with what their licence file says. */
const NAMED_ELSEWHERE = { 'png-js': 'MIT' };

/** The packages that the manifests of `area` load at run time, with all that these load, from `package-lock.json`. */
export function listProductionPackages() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([place, entry]) => place.includes('node_modules/') && !entry.link && !entry.dev && !entry.devOptional)
    .map(([place, entry]) => ({ place, name: place.split('node_modules/').at(-1), ...entry }));
}

/** Why the licence of a package does not allow it in a release; `null`: it does. */
export function findLicenceFault({ name, version, license }) {
  const found = NAMED_ELSEWHERE[name] ?? license;
  if (found === undefined) return `${name} ${version} names no licence`;
  if (REVIEWED.some((pattern) => pattern.test(name)) || isAllowed(found)) return null;
  return `${name} ${version} has the licence ${found}, which is not among the reviewed ones of scripts/licences.mjs`;
}

/** An SPDX expression: with OR one part is enough, with AND each is needed. */
export function isAllowed(expression) {
  const parts = expression.replaceAll(/[()]/g, '').split(/\s+OR\s+/);
  return parts.some((part) => part.split(/\s+AND\s+/).every((licence) => ALLOWED.has(licence.trim())));
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** Writes the notices of all packages of a release below `folder`, or of those that are only in its pages from here. */
export function writeNotices(file, folder) {
  const texts = listProductionPackages()
    .filter(({ optional, place }) => !optional || existsSync(path.join(folder, place)))
    .map(({ name, version, license, place }) => {
      const from = [folder, root].map((base) => path.join(base, place)).find((it) => existsSync(it));
      const files = from === undefined ? [] : readdirSync(from).filter((it) => LICENCE_FILE.test(it));
      const text = files.map((it) => readFileSync(path.join(from, it), 'utf8').trim()).join('\n\n');
      return `${name} ${version}\nLicence: ${NAMED_ELSEWHERE[name] ?? license}\n\n${text}`;
    });
  const line = '='.repeat(80);
  writeFileSync(file, `Munjigi contains these packages.\n\n${texts.map((text) => `${line}\n${text}\n`).join('\n')}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  exitForHelp('node scripts/licences.mjs\n\nChecks the licences of the packages that a release contains.');
  refuseUnknownWords([]);
  const faults = listProductionPackages()
    .map(findLicenceFault)
    .filter((fault) => fault !== null);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
