/** Names of fields that say who somebody is, how he is reached, or what opens something. In small letters. */
const PERSONAL = /name$|phone|mobile|email|accountnumber|^number$|cardnumber|identity|holder|birth|address|^secret$|depositor|remitt|customerid|^ci$|^di$/;
/** A merchant's own words and names of things, which are no people. */
const HARMLESS: ReadonlySet<string> = new Set(['ordername', 'eventname', 'productname', 'storename', 'channelname']);

/**
 * A message's body as people may see it: indented JSON with what is personal or secret replaced by its length; `null`: it is no JSON.
 * Of one that is not whole, everything up to the last member that is.
 */
export function maskedJson(body: Buffer, isWhole = true): string | null {
  const text = body.toString('utf8');
  try {
    const json = JSON.stringify(JSON.parse(isWhole ? text : closeJson(text)), (key, value: unknown) => masked(key, value), 2);
    return isWhole ? json : `${json}\n…`;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The beginning of a JSON text up to its last whole member, with the brackets closed that are open there. */
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
    // Before a comma a member ends; after an opening bracket there is none yet.
    if (char === ',' || '{[}]'.includes(char)) [end, closing] = [char === ',' ? index : index + 1, open.toReversed().join('')];
  }
  return beginning.slice(0, end) + closing;
}

function masked(key: string, value: unknown): unknown {
  const name = key.toLowerCase();
  const isPersonal = PERSONAL.test(name) && !HARMLESS.has(name);
  if (!isPersonal || (typeof value !== 'string' && typeof value !== 'number')) return value;
  return '*'.repeat(Math.min(12, String(value).length));
}
