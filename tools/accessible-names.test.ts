import ts from 'typescript';
import { expect, it } from 'vitest';
import { readTexts } from './locale-texts.ts';
import { filesBelow, isTest, readSource } from './sources.ts';

/**
 * A person who steers by voice says what a button shows, so its accessible name contains that text (WCAG 2.5.3, *label in
 * name*). The browser tests see this on the screens that they open; this check reads every element whose name and content
 * are texts.
 */

const LANGUAGES = ['kr', 'en'] as const;
const screens = filesBelow('apps/admin/src', /\.tsx$/).filter((file) => !isTest(file));

/** What a person can press or follow, by the name of the element. */
const CONTROL = /(?:^|\.)(?:a|button|summary)$|(?:Button|Link|Chip|MenuItem|Tab|NavItem)$/;

interface NamedElement {
  readonly place: string;
  /** The keys of the texts of `aria-label`, one for each branch of a condition. */
  readonly names: readonly string[];
  readonly shown: readonly string[];
}

/** The keys that `t(…)` gets anywhere in an expression. */
function keysIn(node: ts.Node): string[] {
  const keys: string[] = [];
  const visit = (part: ts.Node): void => {
    if (ts.isCallExpression(part) && ts.isIdentifier(part.expression) && part.expression.text === 't') {
      const [key] = part.arguments;
      if (key && ts.isStringLiteralLike(key)) keys.push(key.text);
      return;
    }
    ts.forEachChild(part, visit);
  };
  visit(node);
  return keys;
}

/** Such as `items.map(…)`: further elements, with names of their own. */
function isList(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression);
}

function findNamedElements(file: string): NamedElement[] {
  const source = ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: NamedElement[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && CONTROL.test(node.openingElement.tagName.getText(source))) {
      const label = node.openingElement.attributes.properties.find(
        (property): property is ts.JsxAttribute =>
          ts.isJsxAttribute(property) && property.name.getText(source) === 'aria-label',
      );
      const shown = node.children.flatMap((child) =>
        ts.isJsxExpression(child) && child.expression && !isList(child.expression) ? keysIn(child.expression) : [],
      );
      const names = label?.initializer ? keysIn(label.initializer) : [];
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      if (names.length > 0 && shown.length > 0) found.push({ place: `${file}:${line + 1}`, names, shown });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Letters and digits in order, because a screen reader says neither case nor punctuation. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The texts of a key, of every namespace that has it: the namespace of a component is not read. */
function textsOf(texts: readonly ReadonlyMap<string, string>[], key: string): string[] {
  const name = key.includes(':') ? key.slice(key.indexOf(':') + 1) : key;
  return texts.flatMap((namespace) => namespace.get(name) ?? []);
}

it.each(LANGUAGES)('an accessible name contains the text that the element shows (%s)', (language) => {
  const texts = filesBelow('apps/admin/src/locales', new RegExp(`^${language}\\.json$`)).map(readTexts);
  const named = screens.flatMap(findNamedElements);
  expect(named.length).toBeGreaterThan(10);
  const wrong = named.flatMap(({ place, names, shown }) =>
    shown.flatMap((key) => {
      const seen = textsOf(texts, key).map(plain);
      const said = names.flatMap((name) => textsOf(texts, name)).map(plain);
      const isSaid =
        said.length === 0 || seen.length === 0 || said.some((name) => seen.some((text) => name.includes(text)));
      return isSaid ? [] : [`${place}: "${seen.join(' / ')}" is not in "${said.join(' / ')}"`];
    }),
  );
  expect(wrong).toEqual([]);
});
