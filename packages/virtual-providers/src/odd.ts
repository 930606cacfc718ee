/**
 * Odd behaviour that the documents of the providers allow: refusals with unusual statuses, pages of proxies, late answers
 * and missing members. It is off by default, and the same seed plays the same behaviour in the order of the requests.
 */

import { createSeededRandom } from '@munjigi/rules/seeded-random';

export type RequestKind = 'confirm' | 'lookUp' | 'cancel' | 'preregister' | 'receipt';

/** What a provider does with one request in place of the ordinary. */
export interface OddAnswer {
  readonly to: readonly RequestKind[];
  /** The answer; text is sent as it is, as the page of a proxy. Without one it is the ordinary answer. */
  readonly answer?: { readonly status: number; readonly body: object | string };
  /** Whether the request is carried out although this is the answer. */
  readonly isExecuted?: true;
  readonly delayMs?: number;
  /** Members that the ordinary answer lacks. */
  readonly without?: readonly string[];
}

export interface OddBehaviour {
  /** The share of requests with odd behaviour; 0: none. */
  rate: number;
  seed: number;
}

const EVERY: readonly RequestKind[] = ['confirm', 'lookUp', 'cancel', 'preregister', 'receipt'];
const pageOf = (words: string) => `<html><head><title>${words}</title></head><body><h1>${words}</h1></body></html>`;

/** What any provider behind a proxy does. */
const OF_PROXIES: readonly OddAnswer[] = [
  { to: EVERY, answer: { status: 502, body: pageOf('502 Bad Gateway') } },
  { to: EVERY, answer: { status: 404, body: pageOf('404 Not Found') } },
  { to: EVERY, answer: { status: 403, body: pageOf('403 Forbidden') } },
  { to: EVERY, answer: { status: 429, body: '' } },
  { to: EVERY, answer: { status: 200, body: '' }, isExecuted: true },
  { to: EVERY, answer: { status: 504, body: pageOf('504 Gateway Time-out') }, isExecuted: true },
  { to: EVERY, delayMs: 150 },
];

export interface OddPlayer {
  playNext(...answers: readonly OddAnswer[]): void;
  /** Takes the odd answer to a request of this kind: one that waits, or one that the seed draws. */
  take(kind: RequestKind): OddAnswer | null;
  /** How often each kind of odd behaviour was played: the status of the answer, `late` or `without`. */
  readonly played: Map<string, number>;
  /** Returns a number from 0 to 1 by the seed. */
  draw(): number;
}

export function createOddPlayer(behaviour: OddBehaviour, ofProvider: readonly OddAnswer[]): OddPlayer {
  const waiting: OddAnswer[] = [];
  const played = new Map<string, number>();
  const all = [...OF_PROXIES, ...ofProvider];
  let random = { seed: behaviour.seed, next: createSeededRandom(behaviour.seed) };
  const draw = () => {
    if (random.seed !== behaviour.seed) random = { seed: behaviour.seed, next: createSeededRandom(behaviour.seed) };
    return random.next();
  };
  const count = (answer: OddAnswer | undefined): OddAnswer | null => {
    if (!answer) return null;
    const kind = answer.answer ? String(answer.answer.status) : answer.without ? 'without' : 'late';
    played.set(kind, (played.get(kind) ?? 0) + 1);
    return answer;
  };
  return {
    draw,
    played,
    playNext: (...answers) => void waiting.push(...answers),
    take(kind) {
      const index = waiting.findIndex(({ to }) => to.includes(kind));
      if (index >= 0) return count(waiting.splice(index, 1)[0]);
      if (behaviour.rate === 0 || draw() >= behaviour.rate) return null;
      const possible = all.filter(({ to }) => to.includes(kind));
      return count(possible[Math.floor(draw() * possible.length)]);
    },
  };
}

/** Messages as a provider delivers them: each up to three times, and in any order. */
export function repeatAndReorder<M>(messages: readonly M[], seed: number): M[] {
  const random = createSeededRandom(seed);
  return messages
    .flatMap((message) => Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({ message, rank: random() })))
    .sort((one, other) => one.rank - other.rank)
    .map(({ message }) => message);
}

/** Removes members of an answer, at any depth of its objects. */
export function withoutMembers(json: object, names: readonly string[]): object {
  return JSON.parse(
    JSON.stringify(json, (name, value: unknown) => (names.includes(name) ? undefined : value)),
  ) as object;
}
