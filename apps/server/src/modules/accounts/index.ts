/** Who may come in: sign-in, sessions, the person of a request. */
export { accountRoutes } from './accounts.routes.ts';
export { createAuthenticator } from './authenticate.ts';
export { addFirstAdmin } from './first-admin.ts';
export { hashPassword } from './passwords.ts';
export { createTokens, type Tokens } from './tokens.ts';
export { sweepSignIns } from './sessions.ts';
