/** The keys of an object whose type names all of them, as `Object.keys` does not type them. */
export function listKeys<T extends object>(value: T): (keyof T & string)[] {
  return Object.keys(value) as (keyof T & string)[];
}
