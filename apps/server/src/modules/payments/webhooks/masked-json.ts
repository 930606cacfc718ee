/** Lower-case names of fields that identify a person, contain a way to reach a person, or grant access. */
const PERSONAL =
  /name$|phone|mobile|email|accountnumber|^number$|cardnumber|identity|holder|birth|address|^secret$|depositor|remitt|customerid|^ci$|^di$/;
/** Names of things of the merchant, not of people. */
const HARMLESS: ReadonlySet<string> = new Set(['ordername', 'eventname', 'productname', 'storename', 'channelname']);

/**
 * Formats the body of a message for display: indented JSON with asterisks in place of personal and secret values.
 * Returns `null` when the body is not JSON. A truncated body is shown up to its last complete member.
 */
export function maskedJson(body: Buffer, isWhole = true): string | null {
  const text = body.toString('utf8');
  try {
    const json = JSON.stringify(
      JSON.parse(isWhole ? text : closeJson(text)),
      (key, value: unknown) => masked(key, value),
      2,
    );
    return isWhole ? json : `${json}\n…`;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Returns the beginning of a JSON text up to its last complete member, and closes the open brackets. */
function closeJson(beginning: string): string {
  const open: string[] = [];
  let [isString, isEscaped] = [false, false];
  let [end, closing] = [0, ''];
  for (let index = 0; index < beginning.length; index += 1) {
    const char = beginning.charAt(index);
    if (isString) {
      if (isEscaped) isEscaped = false;
      else if (char === '\\') isEscaped = true;
      else if (char === '"') isString = false;
      continue;
    }
    if (char === '"') isString = true;
    else if (char === '{' || char === '[') open.push(char === '{' ? '}' : ']');
    else if (char === '}' || char === ']') open.pop();
    // A comma ends a member. After an opening bracket no member exists yet.
    if (char === ',' || '{[}]'.includes(char))
      [end, closing] = [char === ',' ? index : index + 1, open.toReversed().join('')];
  }
  return beginning.slice(0, end) + closing;
}

function masked(key: string, value: unknown): unknown {
  const name = key.toLowerCase();
  const isPersonal = PERSONAL.test(name) && !HARMLESS.has(name);
  if (!isPersonal || (typeof value !== 'string' && typeof value !== 'number')) return value;
  return '*'.repeat(Math.min(12, String(value).length));
}
