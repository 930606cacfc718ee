/** The names of the placeholders of a text: `count` of `New alarms: {{count}}`. */
type PlaceholderOf<Text extends string> = string extends Text
  ? string
  : Text extends `${string}{{${infer Name}}}${infer Rest}`
    ? Name | PlaceholderOf<Rest>
    : never;

/** What the texts of a second language must have: the same keys, each with a text. */
export type SameShape<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : SameShape<Texts[Key]>;
};

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** Replaces each `{{name}}` by its value. A constant text does not compile without the values of its placeholders. */
export function fillText<const Text extends string>(
  text: Text,
  values: Readonly<Record<PlaceholderOf<Text>, string | number>>,
): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string) =>
    String((values as Readonly<Record<string, string | number>>)[name] ?? placeholder),
  );
}
