import type { DepositKind } from './deposit-message-parts.ts';

/** The shape of a store's messages that a person taught by correcting one. */
export interface DepositTemplate {
  readonly id: string;
  /** From `makeDepositTemplate`. */
  readonly template: string;
  readonly kind: DepositKind;
}

export interface TemplateReading {
  readonly id: string;
  readonly kind: DepositKind;
  /** `null`: the shape has no name. */
  readonly depositorName: string | null;
}

const MOST_TEMPLATE = 600;
const MOST_WILDCARDS = 4;
/** A number, an amount, a date, a time or an account as a bank writes it. */
const NUMBER_RUN = String.raw`[\d*]*\d[\d*,.:/-]*`;
/** A part that a bank writes about itself or about the way of the money stays as it is. */
const BANK_TALK = /은행|뱅크|금고|이체|송금/;
const NAME = '{name}';
const TEXT = '{text}';

/**
 * Makes the shape of a message: its text with `{name}` in place of the depositor's name, `{text}` in place of other `parts`
 * that could be one, and `0` in place of each number. `null`: the name does not occur in the text, or the shape would
 * say too little to recognise another message by.
 */
export function makeDepositTemplate(
  text: string,
  depositorName: string | null,
  parts: readonly string[],
): string | null {
  const plain = toOneLine(text);
  const name = depositorName === null ? null : toOneLine(depositorName);
  if (name !== null && !plain.includes(name)) return null;
  let template = name === null ? plain : plain.replaceAll(name, NAME);
  for (const part of parts.map(toOneLine))
    if (part.length > 1 && !BANK_TALK.test(part) && (name === null || !part.includes(name)))
      template = template.replaceAll(part, TEXT);
  template = template.replace(new RegExp(NUMBER_RUN, 'g'), '0');
  const literal = template.replaceAll(NAME, '').replaceAll(TEXT, '').replace(/[\s0]/g, '');
  const wildcards = (template.match(/\{(?:name|text)\}/g) ?? []).length;
  return literal.length >= 2 && wildcards <= MOST_WILDCARDS && template.length <= MOST_TEMPLATE ? template : null;
}

/** Reads a message by the shapes that people taught; `null`: it has none of them. */
export function readByTemplate(text: string, templates: readonly DepositTemplate[]): TemplateReading | null {
  const plain = toOneLine(text);
  for (const { id, template, kind } of templates) {
    const found = patternOf(template).exec(plain);
    if (found) return { id, kind, depositorName: found.groups?.['name']?.trim() ?? null };
  }
  return null;
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function patternOf(template: string): RegExp {
  let hasName = false;
  const source = template
    .split(/(\{name\}|\{text\}|0| )/)
    .map((part) => {
      if (part === NAME && hasName) return String.raw`\k<name>`;
      if (part === NAME) {
        hasName = true;
        return '(?<name>[^ ](?:.{0,28}?[^ ])?)';
      }
      if (part === TEXT) return '.{1,60}?';
      if (part === '0') return NUMBER_RUN;
      return part === ' ' ? ' ' : part.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
    })
    .join('');
  return new RegExp(`^${source}$`);
}
