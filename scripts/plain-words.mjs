import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './shared/project.mjs';

/**
 * Rejects wording that a reader of another project would not search for: in comments, test titles, documents and
 * English texts, in declared names and in parameters. `plain-words.json` lists the words with their
 * replacements, and the places where one of them is right, each with its reason. CONTRIBUTING.md has the glossary.
 */
const { words, names, allowedNames, exportedNames, allowed } = JSON.parse(
  readFileSync(path.join(root, 'scripts/plain-words.json'), 'utf8'),
);
const refused = new RegExp(`\\b(${Object.keys(words).join('|')})\\b`, 'gi');
const oneWordFunction = /^export (?:async )?function ([a-z]+)\(/;
const itParameter = /[({,]\s*it(?:\??:|,|\)| =>)/;
const declaration = /\b(?:function\*?|const|let|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/g;
const firstParameter = /(?:\(|\basync )(?:readonly )?([A-Za-z_$][\w$]*)(?=\??: [^()]*\)|[^()]*\) =>)/g;
const rightNames = new Set(allowedNames.flatMap((entry) => entry.names));
const partsOf = (name) => name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file);

/** The part of each line that people read, with the line's number from 1. */
function* proseOf(file, text) {
  let isInBlock = false;
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1;
    if (file.endsWith('.md')) {
      if (/^\s*```/.test(line)) isInBlock = !isInBlock;
      else if (!isInBlock) yield [number, line];
    } else if (file.endsWith('.json')) {
      yield [number, line.replace(/^\s*"[^"]+":/, '')];
    } else if (file.endsWith('.sql')) {
      if (line.includes('--')) yield [number, line.slice(line.indexOf('--'))];
    } else {
      const title = /\b(?:it|test|describe)(?:\.\w+)?\(\s*(?:'(.*?)'|"(.*?)"|`(.*?)`)/.exec(line);
      if (title) yield [number, title[1] ?? title[2] ?? title[3]];
      if (isInBlock || /^\s*\/\*/.test(line)) {
        yield [number, line];
        isInBlock = !line.includes('*/');
      } else if (/(^|\s)\/\/ /.test(line)) yield [number, line.slice(line.search(/(^|\s)\/\/ /))];
    }
  }
}

/** Each word of a declared name that `names` refuses. */
function* findNames(file, text) {
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) continue;
    for (const [, name] of [...line.matchAll(declaration), ...line.matchAll(firstParameter)]) {
      if (rightNames.has(name)) continue;
      const word = partsOf(name)
        .map((part) => part.toLowerCase())
        .find((part) => Object.hasOwn(names, part));
      if (word !== undefined) yield { file, number: index + 1, word, part: name };
    }
  }
}

function* findIn(file, text) {
  if (/\.(?:tsx?|mjs)$/.test(file)) yield* findNames(file, text);
  for (const [number, part] of proseOf(file, text))
    for (const [, word] of part.matchAll(refused)) yield { file, number, word: word.toLowerCase(), part: part.trim() };
  if (!/\.tsx?$/.test(file)) return;
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1;
    const name = oneWordFunction.exec(line)?.[1];
    if (name && !exportedNames.includes(name)) yield { file, number, word: 'one-word function', part: name };
    if (!isTest(file) && itParameter.test(line)) yield { file, number, word: 'it', part: line.trim() };
  }
}

const patterns = ['*.ts', '*.tsx', '*.mjs', '*.md', '*.sql', 'apps/*/src/locales/*en.json'];
const files = execFileSync('git', ['-C', root, 'ls-files', ...patterns], { encoding: 'utf8', maxBuffer: 2 ** 26 });
const found = files
  .split('\n')
  .filter((file) => file !== '')
  .flatMap((file) => [...findIn(file, readFileSync(path.join(root, file), 'utf8'))]);
const isAllowed = ({ file, word }) => allowed.some((entry) => entry.file === file && entry.words.includes(word));
const left = found.filter((place) => !isAllowed(place));
const unused = allowed.flatMap(({ file, words: listed }) =>
  listed
    .filter((word) => !found.some((place) => place.file === file && place.word === word))
    .map((word) => ({ file, word })),
);
for (const { file, number, word, part } of left)
  console.log(
    `${file}:${String(number)}: "${word}"${(words[word] ?? names[word]) ? `, write ${words[word] ?? names[word]}` : ''}: ${part.slice(0, 120)}`,
  );
for (const { file, word } of unused)
  console.log(`scripts/plain-words.json allows "${word}" in ${file}, which has it no longer`);
process.exitCode = left.length + unused.length > 0 ? 1 : 0;
