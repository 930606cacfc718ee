import {
  hasVisibleLetter,
  normaliseBusinessNumber,
  normaliseEmail,
  normaliseLine,
  normaliseLines,
  normalisePhone,
} from '@munjigi/typed-text';
import { z } from 'zod';

/** UUIDv7 in its canonical lower-case text. */
export const id = z.uuid().overwrite((text) => text.toLowerCase());
/** RFC 3339 instant with a zone. */
export const instant = z.iso.datetime({ offset: true });
/**
 * An instant in a request, limited to years that clocks, calendars and databases handle, also for times derived from
 * it.
 */
export const namedInstant = instant.refine(
  (text) => isNear(new Date(text).getUTCFullYear()),
  'must be of the years 1901 to 2198',
);
/** The `{product}` path segment. */
export const productSlug = z.string().regex(/^[a-z][a-z0-9-]{1,38}$/);
/** Won, or the minor unit of another currency. Never a fraction. */
export const money = z.number().int().safe();
/** Increases by one with each change of a row; an update names the version that it saw (AP-4). */
export const version = z.number().int().min(1).max(2_147_483_647);

/**
 * Text of several lines that a person typed: trimmed, in composed letters, without signs that show nothing or change the
 * direction of the text around them, without control characters (a NUL cannot be stored) or unpaired surrogates, at
 * most `max` characters. A text that must not be empty has something to see.
 */
export function text(max: number, min = 1) {
  return checkedText(normaliseLines, max, min);
}

/** Text of one line, such as a name: as `text`, and line breaks, tabs and rows of spaces become one space. */
export function singleLine(max: number, min = 1) {
  return checkedText(normaliseLine, max, min);
}

function checkedText(normalise: (typed: string) => string, max: number, min: number) {
  return z
    .string()
    .overwrite(normalise)
    .min(min)
    .max(max)
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'control characters are not allowed')
    .regex(/^\P{Surrogate}*$/u, 'half a character is not allowed')
    .refine((typed) => typed === '' || hasVisibleLetter(typed), 'must have something to see');
}

/** The reason for revealing personal data that is masked elsewhere; recorded with the person and the time (PD-1). */
export const revealing = z.strictObject({ reason: text(200) });

/** A calendar date, `2026-02-28`; 30 February is rejected. */
export const calendarDate = z.iso.date().regex(/^(19|2[01])/, 'must be of the years 1900 to 2199');
/** A date that the server computes from one of a request, and which can therefore be before 1900 or after 2199. */
export const computedDate = z.iso.date();
/** A time of day in a store's zone, `HH:mm`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:mm');
/** ISO 8601: 1 is Monday, 7 is Sunday. */
export const weekday = z.number().int().min(1).max(7);
/** As Zod's own pattern, and a top-level domain may be Punycode, as in `xn--3e0b707e` for 한국. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/i;
/**
 * An e-mail address of ASCII letters, as every mail server accepts it (RFC 5321); another domain in its Punycode. A name
 * around it, `mailto:` and spaces are removed.
 */
export const email = z
  .string()
  .overwrite(normaliseEmail)
  .max(200)
  .check(z.email({ pattern: EMAIL }));
/** A code that was sent to a phone (BK-4). */
export const phoneCode = z.string().regex(/^\d{6}$/, 'must be six digits');

/**
 * One whole phone number, stored as `010-1234-5678` or `+12025550143`. Any dash, dots, brackets, `+82` and words around it
 * are read; a part of a number, two numbers and an extension are refused.
 */
export const phone = z
  .string()
  .overwrite((typed) => normalisePhone(typed) ?? typed.trim())
  .min(7, { abort: true })
  .max(24, { abort: true })
  .refine((typed) => normalisePhone(typed) !== null, 'must be one whole phone number');

const BUSINESS_NUMBER = /^\d{3}-\d{2}-\d{5}$/;

/** A business registration number with its check digit, stored as `123-45-67891`. */
export const businessNumber = z
  .string()
  .overwrite((typed) => normaliseBusinessNumber(typed) ?? typed.trim())
  .regex(BUSINESS_NUMBER, 'must be 000-00-00000')
  .refine(
    (typed) => !BUSINESS_NUMBER.test(typed) || normaliseBusinessNumber(typed) !== null,
    'its check digit is wrong',
  );

/** An integer in a query string. */
export const queryNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));

/** `page` from 0, `limit` 1–200 (AP-1). */
export const paging = {
  page: queryNumber(0, 1_000_000).default(0),
  limit: queryNumber(1, 200).default(20),
};

/**
 * The `sort` parameter of a list: a field, ascending, or descending with a leading `-` (AP-1). The id breaks ties in
 * the same direction.
 */
export function sortBy<const F extends string>(...fields: readonly F[]) {
  return z.enum(fields.flatMap((field): (F | `-${F}`)[] => [field, `-${field}`])).optional();
}

/** The reply of a list: `total` counts all rows of the filter, not only those of the page (AP-1). */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ total: z.number().int().nonnegative(), items: z.array(item) });
}

/** The rows of a list that grows without end are counted up to this number (decision 119). */
export const LIST_COUNTS_TO = 10_000;
/** A page of such a list starts at this row at the latest, so that no page is slow. */
export const LIST_PAGES_REACH = 100_000;

/**
 * The reply of a list that grows without end. `total` counts the rows of the filter up to a limit: `LIST_COUNTS_TO`,
 * where the endpoint has no other. With `isTotalExact: false` more rows than `total` match, because counting stopped there.
 */
export function growingListOf<T extends z.ZodType>(item: T) {
  return listOf(item).extend({ isTotalExact: z.boolean() });
}

/** Whether a page of such a list starts within `LIST_PAGES_REACH`. Refine the query of the endpoint with it. */
export function isInReach({ page, limit }: { readonly page: number; readonly limit: number }): boolean {
  return page * limit <= LIST_PAGES_REACH;
}
export const OUT_OF_REACH = { path: ['page'], error: `page × limit must be at most ${LIST_PAGES_REACH}` };

function isNear(year: number): boolean {
  return year >= 1901 && year <= 2198;
}
