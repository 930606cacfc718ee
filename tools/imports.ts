import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './sources.ts';

interface Cruise {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
}

/** Runs dependency-cruiser with the project's rules on `apps` and `packages` below a folder. */
export function readImports(folder: string): {
  files: string[];
  breaches: { rule: string; from: string; to: string }[];
} {
  const program = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = ['--config', path.join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', 'apps', 'packages'];
  // The exit code is the number of breaches, so only empty output is a failure.
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser said: ${stderr || stdout}`);
  const item = JSON.parse(stdout) as Cruise;
  return {
    files: item.modules.map((module) => module.source),
    breaches: item.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}
