/** Names of fields that say who somebody is, how he is reached, or what opens something. In small letters. */
const PERSONAL = /name$|phone|mobile|email|accountnumber|^number$|cardnumber|identity|holder|birth|address|^secret$|depositor|remitt|customerid|^ci$|^di$/;
/** A merchant's own words and names of things, which are no people. */
const HARMLESS: ReadonlySet<string> = new Set(['ordername', 'eventname', 'productname', 'storename', 'channelname']);

/** A message's body as people may see it: indented JSON with what is personal or secret replaced by its length; `null`: it is no JSON. */
export function maskedJson(body: Buffer): string | null {
  try {
    return JSON.stringify(JSON.parse(body.toString('utf8')), (key, value: unknown) => masked(key, value), 2);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function masked(key: string, value: unknown): unknown {
  const name = key.toLowerCase();
  const isPersonal = PERSONAL.test(name) && !HARMLESS.has(name);
  if (!isPersonal || (typeof value !== 'string' && typeof value !== 'number')) return value;
  return '*'.repeat(Math.min(12, String(value).length));
}
