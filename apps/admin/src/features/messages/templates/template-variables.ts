import type { MessageVariable } from '@munjigi/contract';

/** A template as a person writes it. */
export interface TypedTemplateText {
  readonly subject: string;
  readonly body: string;
}

/** A variable as it is written in a template. */
export function writeVariable(variable: string): string {
  return `{{${variable}}}`;
}

/** Puts the variable in place of the selected text; `end`: where the cursor stands afterwards. */
export function insertVariable(
  text: string,
  selection: { readonly start: number; readonly end: number },
  variable: MessageVariable,
): { readonly text: string; readonly end: number } {
  const before = text.slice(0, selection.start) + writeVariable(variable);
  return { text: before + text.slice(selection.end), end: before.length };
}
