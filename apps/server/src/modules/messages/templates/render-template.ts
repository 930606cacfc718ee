import {
  MESSAGE_VARIABLES,
  NEEDED_VARIABLES,
  VARIABLES_OF_KIND,
  type MessageKind,
  type MessageVariable,
} from '@munjigi/contract';
import type { TemplateText } from '@munjigi/texts/message-templates';

/** Spaces around the name are cut afterwards: a pattern that skips them takes cubic time for a long row of spaces. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** An SMS holds 90 bytes of EUC-KR; a longer text is sent as an LMS. */
export const MOST_SMS_BYTES = 90;

/** A line with one of these says nothing without its value, so the whole line is left out (MS-11, MS-17). */
const VARIABLES_OF_LINES: readonly MessageVariable[] = [
  'link',
  'accessCode',
  'refundRule',
  'receiptLink',
  'calendarLink',
];

const LINKS: readonly string[] = ['link', 'receiptLink', 'calendarLink'];

export type MessageValues = Readonly<Partial<Record<MessageVariable, string>>>;

/**
 * Replaces each variable by its value. A variable without a value becomes empty; one of `VARIABLES_OF_LINES`
 * takes its whole line with it.
 */
export function renderTemplate(text: string, values: MessageValues): string {
  const lines = VARIABLES_OF_LINES.filter((name) => !values[name]).reduce(withoutLinesOf, text);
  return lines.replace(PLACEHOLDER, (_all, inside: string) => {
    const name = inside.trim();
    return isVariable(name) ? (values[name] ?? '') : '';
  });
}

export interface TemplateFaults {
  readonly unknownVariables: string[];
  readonly missingVariables: MessageVariable[];
}

/** Finds the variables that the kind does not have, and the needed ones that the body lacks (MS-3). */
export function findTemplateFaults(kind: MessageKind, { subject, body }: TemplateText): TemplateFaults {
  const allowed: readonly string[] = VARIABLES_OF_KIND[kind];
  const used = namesIn(body);
  // A link in a subject would be a line that can be left out.
  const unknown = [
    ...[...namesIn(subject)].filter((name) => LINKS.includes(name) || !allowed.includes(name)),
    ...[...used].filter((name) => !allowed.includes(name)),
  ];
  // Without a link its line is left out, so what the message needs stands in another line.
  const always = allowed.includes('link') && !needsLink(kind) ? namesIn(withoutLinesOf(body, 'link')) : used;
  const missing = (NEEDED_VARIABLES[kind] ?? []).filter((name) => !always.has(name));
  return { unknownVariables: [...new Set(unknown)], missingVariables: missing };
}

/** Whether a text has a variable that needs the link of the guest. */
export function hasLink(text: string): boolean {
  return hasVariable(text, 'link') || hasVariable(text, 'calendarLink');
}

export function hasVariable(text: string, name: MessageVariable): boolean {
  return namesIn(text).has(name);
}

function needsLink(kind: MessageKind): boolean {
  return (NEEDED_VARIABLES[kind] ?? []).includes('link');
}

function withoutLinesOf(text: string, name: MessageVariable): string {
  return text
    .split('\n')
    .filter((line) => !hasVariable(line, name))
    .join('\n');
}

function namesIn(text: string): Set<string> {
  return new Set([...text.matchAll(PLACEHOLDER)].map(([, inside = '']) => inside.trim()));
}

function isVariable(name: string): name is MessageVariable {
  return (MESSAGE_VARIABLES as readonly string[]).includes(name);
}

/** The length of a text in EUC-KR: one byte for a sign of ASCII and two for every other one. */
export function countSmsBytes(text: string): number {
  let bytes = 0;
  for (const sign of text) bytes += (sign.codePointAt(0) ?? 0) < 0x80 ? 1 : 2;
  return bytes;
}

export function smsChannelOf(text: string): 'SMS' | 'LMS' {
  return countSmsBytes(text) > MOST_SMS_BYTES ? 'LMS' : 'SMS';
}
