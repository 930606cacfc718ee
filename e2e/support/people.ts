/** The sign-ins of the demo (RN-1). */
const EMAILS = {
  admin: 'admin@demo.test',
  sub: 'sub@demo.test',
  owner: 'owner@demo.test',
  owner2: 'owner2@demo.test',
  care: 'care@demo.test',
} as const;

export type Who = keyof typeof EMAILS;
export const PASSWORD = 'demo-password-1234';
/** Doors of the chain `playroom`: one for each of its 26 rooms, and an entrance of each of its three stores. */
export const DEMO_DOORS = 29;

export function emailOf(who: Who): string {
  return EMAILS[who];
}

/**
 * Headers with a new client address for each request: one address may request ten accounts an hour, and the tests need
 * more.
 */
export const fromElsewhere = () => ({
  'x-forwarded-for': `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`,
});
