/** Authentication: sign-in, sessions and the person of a request. */
export { accountRoutes } from './accounts.routes.ts';
export { createAuthenticator } from './authenticate.ts';
export { countDemoAccounts, disableDemoAccounts, endDemoSessions } from './demo-accounts.ts';
export { addAdminByCommand, hasAccounts } from './first-admin.ts';
export { countAdmins, readPersonNow } from './person-now.ts';
export { faultInWords, passwordFault } from './password-rules.ts';
export { forgottenPasswordJobs } from './forgotten-password.ts';
export { hashPassword } from './passwords.ts';
export { createTokens, type Tokens } from './tokens.ts';
export { sealedFactors } from './second-factor.ts';
export { resetFactorByCommand } from './reset-by-command.ts';
export { secondFactorRoutes } from './second-factor.routes.ts';
export { sweepSignIns } from './sessions.ts';
export { userRoutes } from './users.routes.ts';
