import type { PostProcessorModule } from 'i18next';

/**
 * A Korean particle has two forms. A text writes both behind the name that it follows, `{{room}}[을|를] 보관할까요?`; the
 * form with a final consonant comes first.
 */
const MARK = /\[([가-힣]+)\|([가-힣]+)\]/g;
/** Quotes are not read, and the word before a bracket decides: `1번 룸 (2층)` is read as `1번 룸`. */
const UNREAD = /[’'"”」\])]$/;
const BRACKET = /[([][^()[\]]*[)\]]$/;
/** The names of digits and Latin letters that end in a consonant: 영, 일, 삼, 육, 칠, 팔, and 엘, 엠, 엔. */
const FINAL_SOUND = /[013678LMNlmn]$/;
const FINAL_L = /[178Ll]$/;
const WON = /₩[\d,.]+$/;

/** Chooses the forms of the particles by the texts before them, once the names are filled in. */
export const particles: PostProcessorModule = {
  type: 'postProcessor',
  name: 'particles',
  process: (text: unknown) => (typeof text === 'string' && text.includes('|') ? chooseParticles(text) : text) as string,
};

/** `1번 룸[을|를]` is `1번 룸을`, and `카드[으로|로]` is `카드로`. */
export function chooseParticles(text: string): string {
  return text.replace(MARK, (_mark, closed: string, open: string, at: number) => {
    const sound = finalSound(text.slice(0, at));
    // 으로 becomes 로 after ㄹ too: 서울로.
    return sound === 'none' || (sound === 'ㄹ' && closed === '으로') ? open : closed;
  });
}

function finalSound(text: string): 'none' | 'ㄹ' | 'other' {
  let read = text;
  while (UNREAD.test(read)) {
    const outside = read.replace(BRACKET, '').trimEnd();
    read = outside === read || outside === '' ? read.slice(0, -1) : outside;
  }
  // Amounts are read with their currency behind them: 만 원.
  if (WON.test(read)) return 'other';
  const code = read.charCodeAt(read.length - 1) - 0xac00;
  if (code >= 0 && code < 11_172) return code % 28 === 0 ? 'none' : code % 28 === 8 ? 'ㄹ' : 'other';
  if (FINAL_L.test(read)) return 'ㄹ';
  return FINAL_SOUND.test(read) || /ng$/i.test(read) ? 'other' : 'none';
}
