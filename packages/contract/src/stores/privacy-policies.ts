import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDate, singleLine, text } from '../fields.ts';
import { lastChange, savedVersion } from './sellers.ts';

/** Who processes personal data for the chain (Personal Information Protection Act, Article 26). */
const processor = z.strictObject({
  name: singleLine(100),
  task: singleLine(200),
  /** The country to which the data goes. Empty: it stays in Korea. */
  country: singleLine(60, 0),
});
export const MOST_PROCESSORS = 30;
const MOST_POLICY_TEXT = 20_000;

const policyFields = {
  effectiveOn: calendarDate,
  officerName: singleLine(60),
  /** A phone number or an e-mail address. */
  officerContact: singleLine(120),
  processors: z.array(processor).max(MOST_PROCESSORS),
  /** With the variables of `PRIVACY_VARIABLES`; a line that begins with `# ` is a heading. */
  body: text(MOST_POLICY_TEXT),
  /** Empty: guests who read English see the Korean text. */
  bodyEn: text(MOST_POLICY_TEXT, 0),
};

/** Variables of the text of a privacy policy, written `{{chain}}`. */
export const PRIVACY_VARIABLES = [
  'chain',
  'months',
  'officerName',
  'officerContact',
  'processors',
  'effectiveOn',
] as const;
export type PrivacyVariable = (typeof PRIVACY_VARIABLES)[number];

/** A version of the privacy policy of a chain (Article 30). A change makes the next version; earlier ones stay readable. */
export const privacyPolicy = z.object({
  ...policyFields,
  officerName: z.string(),
  officerContact: z.string(),
  processors: z.array(z.object({ name: z.string(), task: z.string(), country: z.string() })),
  body: z.string(),
  bodyEn: z.string(),
  ...lastChange,
  /** 0: none was published; the fields are those of the template. */
  version: savedVersion,
});
export type PrivacyPolicy = z.infer<typeof privacyPolicy>;

const ofPolicy = '/api/v2/{product}/privacy-policy';

export const getPrivacyPolicy = endpoint({
  method: 'GET',
  path: ofPolicy,
  summary: 'The latest privacy policy of the chain; version 0 is the template to begin with (SE-3)',
  access: 'stores:read',
  reply: privacyPolicy.extend({ path: z.string() }),
});

export const publishPrivacyPolicy = endpoint({
  method: 'POST',
  path: ofPolicy,
  summary: 'Publish the next version of the privacy policy, which guests read at once at `/b/{product}/privacy` (SE-3)',
  access: 'personal-data:write',
  body: z.strictObject({ version: savedVersion, ...policyFields }),
  reply: privacyPolicy.extend({ path: z.string() }),
  problems: ['STALE'],
});
