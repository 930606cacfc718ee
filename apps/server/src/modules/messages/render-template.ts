import {
  MESSAGE_VARIABLES,
  NEEDED_VARIABLES,
  VARIABLES_OF_KIND,
  type MessageKind,
  type MessageVariable,
} from '@munjigi/contract';
import type { TemplateText } from './default-templates.ts';

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** An SMS holds 90 bytes of EUC-KR; a longer text is sent as an LMS. */
export const MOST_SMS_BYTES = 90;

export type MessageValues = Readonly<Partial<Record<MessageVariable, string>>>;

/** Replaces each variable by its value. A variable without a value becomes empty. */
export function renderTemplate(text: string, values: MessageValues): string {
  return text.replace(PLACEHOLDER, (_all, name: string) => (isVariable(name) ? (values[name] ?? '') : ''));
}

export interface TemplateFaults {
  readonly unknownVariables: string[];
  readonly missingVariables: MessageVariable[];
}

/** Finds the variables that the kind does not have, and the needed ones that the body lacks (MS-3). */
export function findTemplateFaults(kind: MessageKind, { subject, body }: TemplateText): TemplateFaults {
  const allowed: readonly string[] = VARIABLES_OF_KIND[kind];
  const used = namesIn(body);
  const unknown = [...namesIn(subject), ...used].filter((name) => !allowed.includes(name));
  const missing = (NEEDED_VARIABLES[kind] ?? []).filter((name) => !used.has(name));
  return { unknownVariables: [...new Set(unknown)], missingVariables: missing };
}

function namesIn(text: string): Set<string> {
  return new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name));
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
