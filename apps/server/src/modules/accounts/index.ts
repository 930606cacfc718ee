/** Who may come in: sign-in, sessions, the person of a request. */
export { accountRoutes } from './accounts.routes.ts';
export { createAuthenticator, type Authenticator } from './authenticate.ts';
export { hashPassword } from './passwords.ts';
export { createTokens, type Tokens } from './tokens.ts';
export { sweepSignIns } from './sessions.ts';
