import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, say } from './shared/project.mjs';

/**
 * Makes the annotated tag of the version in package.json, with its section of the changelog as the message. Returns what is
 * missing, or null.
 */
export async function tagRelease() {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const tag = `v${version}`;
  const git = (...args) => run('git', args, { capture: true });
  const changes = await git('status', '--porcelain');
  if (changes.code !== 0) return `git status failed: ${changes.output.trim()}`;
  if (changes.output.trim() !== '') return `There are changes that are not committed:\n${changes.output.trimEnd()}`;
  if ((await git('rev-parse', '--verify', '--quiet', `refs/tags/${tag}`)).code === 0)
    return `The tag ${tag} exists. Set the next version in package.json`;
  const section = findSection(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (section === null) return `CHANGELOG.md has no section «## ${version} – YYYY-MM-DD» with a line below it`;
  const tagging = await git(
    'tag',
    '--annotate',
    tag,
    '--cleanup=verbatim',
    '--message',
    `Munjigi ${version}\n\n${section}`,
  );
  if (tagging.code !== 0) return `git tag failed: ${tagging.output.trim()}`;
  say(`Tagged ${tag}. Publish it: git push origin ${tag}`);
  return null;
}

/** The section of a version, or null if it is missing, has no date or is empty. */
export function findSection(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((text) => text.startsWith(`${version} – `));
  const [, date, body = ''] = /^\S+ – (\d{4}-\d\d-\d\d)\n([^]*)$/.exec(found ?? '') ?? [];
  return date === undefined || body.trim() === '' ? null : body.trim();
}
