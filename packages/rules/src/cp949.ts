/**
 * Decodes Korean text as banks and Windows phones write it: code page 949, which is EUC-KR (KS X 1001, 2,350 syllables)
 * plus the other 8,822 syllables in their order in the gaps of EUC-KR (Unicode's CP949.TXT). Not every system's own
 * decoder knows those. `null`: the bytes are invalid.
 */
export function decodeCp949(bytes: Uint8Array): string | null {
  let text = '';
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      text += String.fromCharCode(lead);
      continue;
    }
    at += 1;
    const sign = signAt(lead, bytes[at] ?? 0);
    if (sign === null) return null;
    text += sign;
  }
  return text;
}

const EUC_KR = new TextDecoder('euc-kr');

function signAt(lead: number, trail: number): string | null {
  if (lead >= 0xa1 && lead <= 0xfe && trail >= 0xa1 && trail <= 0xfe) {
    const sign = EUC_KR.decode(Uint8Array.of(lead, trail));
    return sign.length === 1 && sign !== '\uFFFD' ? sign : null;
  }
  others ??= otherSyllables();
  return others.get(lead * 256 + trail) ?? null;
}

let others: ReadonlyMap<number, string> | null = null;

/** The other 8,822 syllables by their two bytes; computed when the first of them occurs. */
function otherSyllables(): ReadonlyMap<number, string> {
  const usual = new Set<string>();
  for (let lead = 0xb0; lead <= 0xc8; lead += 1)
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) usual.add(EUC_KR.decode(Uint8Array.of(lead, trail)));
  const places = freePlaces();
  const found = new Map<number, string>();
  for (let code = 0xac00; code <= 0xd7a3; code += 1) {
    const syllable = String.fromCharCode(code);
    if (!usual.has(syllable)) found.set(places.next().value ?? 0, syllable);
  }
  return found;
}

/** In the rows of EUC-KR only the positions before its own are free. */
function* freePlaces(): Generator<number, undefined> {
  for (let lead = 0x81; lead <= 0xc6; lead += 1) {
    for (let trail = 0x41; trail <= (lead < 0xa1 ? 0xfe : 0xa0); trail += 1) {
      if (trail <= 0x5a || (trail >= 0x61 && trail <= 0x7a) || trail >= 0x81) yield lead * 256 + trail;
    }
  }
}
