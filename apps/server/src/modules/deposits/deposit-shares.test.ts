import { expect, it } from 'vitest';
import {
  candidatesFor,
  certainMatch,
  readDepositCsv,
  readDepositMessage,
  type DepositReading,
  type PayableReservation,
} from '@munjigi/rules';
import { readMessageText } from '../../text/korean-text.ts';

/**
 * 2,000 generated messages of all shapes (docs/domain.md 4), each of another day of a store, with the correct
 * reservation known. A stranger's deposit with the guest's name and exact amount cannot be distinguished from the
 * guest's, so the pool of names is as large as a city's.
 */
const MESSAGES = 2000;
const TIME_ZONE = 'Asia/Seoul';

function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number) => Math.floor(next() * end);
  return { next, below, of: <T>(all: readonly [T, ...T[]]): T => all[below(all.length)] ?? all[0] };
}
const dice = seeded(20_260_822);

const FAMILY = [
  '김',
  '이',
  '박',
  '최',
  '정',
  '강',
  '조',
  '윤',
  '장',
  '임',
  '한',
  '오',
  '서',
  '신',
  '권',
  '황',
  '안',
  '송',
  '홍',
  '남궁',
] as const;
const GIVEN = '민서준하윤지우도현예은수아시연주원채건유진성호영재경태희선미나라은별' as const;
const name = () => `${dice.of(FAMILY)}${GIVEN[dice.below(GIVEN.length)]}${GIVEN[dice.below(GIVEN.length)]}`;
const digits = (count: number) => Array.from({ length: count }, () => dice.below(10)).join('');
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const letters = () => Array.from({ length: 4 }, () => LETTERS[dice.below(LETTERS.length)]).join('');
const amount = () => dice.of([10_000, 15_000, 18_000, 20_000, 24_000, 25_000, 30_000, 36_000, 40_000, 55_000]);

interface Written {
  readonly name: string;
  readonly amount: number;
  readonly truth: string | null;
}

/**
 * Generates the name that a guest writes, from the most frequent form to the strangest; the store's reservations change
 * along with it.
 */
function written(it: PayableReservation, all: PayableReservation[]): Written {
  const guest = it.guestName ?? '';
  const plain: Written = { name: guest, amount: it.dueAmount, truth: it.id };
  const twin = (more: Partial<PayableReservation>) => {
    all.push({ ...it, id: `${it.id}-twin`, code: `${letters()}-${letters()}`, ...more });
    return plain;
  };
  const change = (more: Partial<PayableReservation>) => {
    all[all.indexOf(it)] = { ...it, ...more };
    return plain;
  };
  const kinds: readonly [number, () => Written][] = [
    [46, () => plain],
    [5, () => ({ ...plain, name: `${guest}${dice.of(['님', ' 님', '씨', '고객님'])}` })],
    [5, () => ({ ...plain, name: Array.from(guest).join(' ') })],
    [4, () => ({ ...plain, name: `${guest}${dice.of(['1', '2', '01'])}` })],
    [4, () => ({ ...plain, name: `${guest}${it.phoneEnd}` })],
    [
      3,
      () => ({
        ...plain,
        name: dice.of([it.code, `${name()} ${it.code}`, it.code.replace('the deposit matcher -', '').toLowerCase()]),
      }),
    ],
    [
      4,
      () => ({
        ...plain,
        name: Array.from(guest)
          .map((letter, at) => (at === 1 ? '*' : letter))
          .join(''),
      }),
    ],
    [2, () => ({ ...plain, name: guest.slice(1) })],
    [
      1,
      () => ({
        ...plain,
        name: Array.from(guest)
          .map((letter) => 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'[Math.floor((letter.charCodeAt(0) - 0xac00) / 588)])
          .join(''),
      }),
    ],
    [5, () => ({ ...plain, name: dice.of([name(), '㈜가나다', 'KIM MIN']) })],
    [3, () => ({ ...plain, amount: it.dueAmount - dice.of([1, 1000, 5000]) })],
    [2, () => ({ ...plain, amount: it.dueAmount + dice.of([1, 1000, 5000]) })],
    [3, () => twin({})],
    [2, () => twin({ dueAmount: it.dueAmount + 5000 })],
    [1, () => twin({ isOver: true })],
    [2, () => change({ isOver: true, isHeld: false })],
    [1, () => change({ createdAt: new Date(it.createdAt.getTime() + 3 * 86_400_000) })],
    [7, () => ({ name: name(), amount: amount(), truth: null })],
  ];
  let at = dice.below(kinds.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, make] of kinds) {
    if (at < weight) return make();
    at -= weight;
  }
  return plain;
}

const two = (number: number) => String(number).padStart(2, '0');
const won = (number: number) => number.toLocaleString('ko-KR');

/** Formats the message as banks and their apps do, and damages it as relays do on the way. */
function relayed(it: Written, at: Date): Uint8Array {
  const local = new Date(at.getTime() + 9 * 3600_000);
  const [date, time] = [
    `${two(local.getUTCMonth() + 1)}/${two(local.getUTCDate())}`,
    `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`,
  ];
  const balance = won(dice.below(9_000_000) + it.amount);
  const word = dice.of(['전자금융입금', 'CMS입금', '무통장입금', '창구입금', '타행입금']);
  const text = dice.of([
    `[Web발신][KB]${date} ${time} 123456**789 ${it.name} ${word} ${won(it.amount)} 잔액${balance}`,
    `[Web발신]\n[KB]${date} ${time}\n123456**789\n${it.name}\n${word}\n${won(it.amount)}\n잔액${balance}`,
    `입금 ${won(it.amount)}원 KB국민은행 ${date} ${time} 110000-**-***000 ${it.name} ${word} ${won(it.amount)} 잔액 ${balance}원`,
    `[카카오뱅크] ${date} ${time} 입금 ${won(it.amount)}원 ${it.name}`,
    `[신한]${local.getUTCFullYear()}.${date.replace('/', '.')} ${time} 110-***-123456 입금 ${won(it.amount)} ${it.name} 잔액 ${balance}`,
    `농협 입금${won(it.amount)}원 ${date} ${time} 352-****-1234-53 ${it.name} 잔액${balance}원`,
    `${date} ${time} ${it.name}${won(it.amount)} 입금 잔액${balance}`,
    `[토스뱅크] ${it.name} 님이 보냈어요 ${won(it.amount)}원 입금 ${date} ${time}`,
  ]);
  const bytes = new TextEncoder().encode(text);
  const fate = dice.below(100);
  if (fate < 3) return new TextEncoder().encode(text.normalize('NFD'));
  if (fate < 6) return new TextEncoder().encode(new TextDecoder('windows-1252').decode(bytes));
  if (fate < 8) return new TextEncoder().encode(text.replace('입금', '\uFFFD\uFFFD'));
  return bytes;
}

function read(it: Written, at: Date): DepositReading | null {
  if (dice.below(8) === 0) {
    const local = new Date(at.getTime() + 9 * 3600_000).toISOString();
    const file = `거래일시,적요,보낸분/받는분,출금액(원),입금액(원),잔액(원)\n${local.slice(0, 19).replace('T', ' ')},타행,"${it.name}",0,"${won(it.amount)}","1,234,567"\n`;
    return readDepositCsv(file, TIME_ZONE)?.[0]?.reading ?? null;
  }
  const text = readMessageText(relayed(it, at));
  if (text === null) return null;
  const reading = readDepositMessage(text, { receivedAt: new Date(at.getTime() + 40_000), timeZone: TIME_ZONE });
  return 'fault' in reading ? null : reading;
}

it('the deposit matcher matches none of 2,000 generated messages wrongly, most of them automatically, and nearly all within three candidates (PY-3)', () => {
  const sums = {
    unreadable: 0,
    strangers: 0,
    automatic: 0,
    wrong: [] as unknown[],
    ofGuests: 0,
    amongThree: 0,
    misread: [] as unknown[],
  };
  for (let index = 0; index < MESSAGES; index += 1) {
    const at = new Date(Date.UTC(2026, 0, 2) + dice.below(360 * 1440) * 60_000);
    const all: PayableReservation[] = Array.from({ length: 5 + dice.below(26) }, (_, number) => ({
      id: `${index}-${number}`,
      code: `${letters()}-${letters()}`,
      guestName: name(),
      phoneEnd: digits(4),
      dueAmount: amount(),
      createdAt: new Date(at.getTime() - (2 + dice.below(2880)) * 60_000),
      isHeld: dice.below(3) > 0,
      isOver: false,
    }));
    const paid = all[dice.below(all.length)];
    if (!paid) throw new Error('a store without reservations');
    const sent = written(paid, all);
    const reading = read(sent, at);
    if (reading === null) {
      sums.unreadable += 1;
      continue;
    }
    if (
      reading.isAmountClear &&
      (reading.amount !== sent.amount || reading.kind !== 'DEPOSIT' || reading.at?.getTime() !== at.getTime())
    )
      sums.misread.push([sent, reading]);
    const facts = { ...reading, at: reading.at ?? at };
    const found = candidatesFor(facts, all);
    const outcome = certainMatch(facts, found);
    if ('reservationId' in outcome) {
      sums.automatic += 1;
      if (outcome.reservationId !== sent.truth) sums.wrong.push([sent, reading, outcome]);
    }
    if (sent.truth === null) sums.strangers += 1;
    else {
      sums.ofGuests += 1;
      if (found.slice(0, 3).some((it) => it.reservationId === sent.truth)) sums.amongThree += 1;
    }
  }
  const share = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`;
  console.log(
    `${MESSAGES} deposits, of which ${sums.unreadable} unreadable and ${sums.strangers} of strangers: automatic ${sums.automatic} (${share(sums.automatic, sums.ofGuests)} of guests’), ` +
      `of these right ${share(sums.automatic - sums.wrong.length, sums.automatic)}; the truth among the first three ${share(sums.amongThree, sums.ofGuests)}`,
  );
  expect(sums.misread).toEqual([]);
  expect(sums.wrong).toEqual([]);
  expect(sums.automatic / sums.ofGuests).toBeGreaterThan(0.5);
  expect(sums.amongThree / sums.ofGuests).toBeGreaterThan(0.95);
});
