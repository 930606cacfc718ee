import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from './settings.ts';
import { renderEnvExample, renderSettingsPage } from '../testing/contents/setting-documents.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

describe('the settings', () => {
  it('are those that the server reads', () => {
    const source = readFileSync(path.join(import.meta.dirname, 'config-environment.ts'), 'utf8');
    const [, object = ''] = /const environment = z\.object\(\{\n([\s\S]*?)\n\}\);/.exec(source) ?? [];
    const read = [...object.matchAll(/^ {2}([A-Z0-9_]+): /gm)].map(([, name]) => name);
    expect(read.sort()).toEqual(Object.keys(SETTINGS).sort());
  });

  it('are the ones of .env.example', async () => {
    await expect(`${renderEnvExample()}\n`, 'run `npm run settings` and commit .env.example').toMatchFileSnapshot(
      path.join(root, '.env.example'),
    );
  });

  it('are the ones of docs/settings.md', async () => {
    await expect(`${renderSettingsPage()}\n`, 'run `npm run settings` and commit docs/settings.md').toMatchFileSnapshot(
      path.join(root, 'docs/settings.md'),
    );
  });
});
