import { readSource } from './sources.ts';

/** Nested texts as in the files of the browser applications. */
type Texts = { readonly [key: string]: string | Texts };

/** Flattens nested texts to `a.b` → text. */
function flattenTexts(texts: Texts, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : [...flattenTexts(value, `${prefix}${key}.`)],
    ),
  );
}

/** The texts of a file, such as `apps/admin/src/locales/form/en.json`. */
export const readTexts = (file: string): Map<string, string> => flattenTexts(JSON.parse(readSource(file)) as Texts);

/** English has a singular form and Korean does not, so the key of a plural is not a separate text. */
export const withoutPlural = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');
