/**
 * A line of docs/reference-checklist.md: a requirement of the reference, the file that implements it, and the browser
 * test that proves it.
 */
export interface ChecklistLine {
  readonly section: string;
  readonly requirement: string;
  readonly where: string;
  /** `file.spec.ts › title of the test`, with further ones after `<br>`. */
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** Reads the lines of the Markdown tables `| § | requirement | where | test |`. Throws on a line of another shape. */
export function readChecklist(text: string): ChecklistLine[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|\s*(§|:?-+)/.test(line))
    .map((line) => {
      const cells = line
        .replace(/^\||\|\s*$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|'));
      const [section, requirement, where, tests, ...more] = cells;
      if (!section || !requirement || !where || tests === undefined || more.length > 0)
        throw new Error(`Not «§ | requirement | where | test»: ${line}`);
      return {
        section,
        requirement,
        where,
        tests: tests
          .split(/<br\s*\/?>/)
          .filter((part) => part.trim() !== '')
          .map(testNamed),
      };
    });
}

function testNamed(text: string): { file: string; title: string } {
  const [file, ...title] = text
    .replaceAll('`', '')
    .split('›')
    .map((part) => part.trim());
  if (!file || title.length === 0) throw new Error(`Not «file.spec.ts › title»: ${text}`);
  return { file, title: title.join(' › ') };
}

/** The titles of the tests in a source text, without those of describe blocks: `test('title', …)`. */
export function testTitles(source: string): string[] {
  const quoted = [...source.matchAll(/\b(?:test|it)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g)];
  return quoted.map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replace(/\\(['"\\])/g, '$1'),
  );
}
