import { normaliseReservationCode, phoneDigits } from '@munjigi/rules';
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { afterBeginning, personalOf, type PersonalMarks, type Tx } from '../../../db/index.ts';
import { LAST_FOUR } from './guest-columns.ts';

const SHORTEST_PHONE = 7;

/**
 * Matches the last four digits of a phone, a whole phone, a code, or the beginning of a name. Each condition uses an
 * index; a LIKE could not under row-level security.
 */
export function matchingGuest(tx: Tx, q: string): Expression<SqlBool> {
  const digits = phoneDigits(q);
  // During a key rotation a row has the keyed hash of the new key or of the one before.
  const byAny = (condition: (marks: PersonalMarks) => RawBuilder<SqlBool>) =>
    sql<SqlBool>`(${sql.join(personalOf(tx).marks.map(condition), sql` or `)})`;
  if (/^\+?[\d\s()-]+$/.test(q)) {
    if (digits.length === LAST_FOUR) return byAny((marks) => sql`last_four_mark = ${marks.whole('last-four', digits)}`);
    if (digits.length >= SHORTEST_PHONE) {
      return byAny(
        (marks) =>
          sql`(last_four_mark = ${marks.whole('last-four', digits.slice(-LAST_FOUR))}
            and phone_mark = ${marks.whole('phone', digits)})`,
      );
    }
  }
  const begins = byAny((marks) => {
    const first = marks.beginnings(q);
    const end = afterBeginning(first);
    return end === null ? sql`name_marks >= ${first}` : sql`(name_marks >= ${first} and name_marks < ${end})`;
  });
  const code = normaliseReservationCode(q);
  return code === null ? begins : sql<SqlBool>`(code = ${code} or ${begins})`;
}
