/**
 * Sign-in, second factors, sessions and idle time-outs (decision 038); authentication of requests; sign-up requests,
 * people and their rights (decision 032); the own account; invitations, reset links and demo accounts (decision 047).
 */
export { accountRoutes } from './accounts.routes.ts';
export { createAuthenticator } from './sessions/authenticate.ts';
export { countDemoAccounts, disableDemoAccounts, endDemoSessions } from './sign-in/demo-accounts.ts';
export { addAdminByCommand, hasAccounts } from './sign-in/first-admin.ts';
export { countAdmins, readPersonNow } from './people/person-now.ts';
export { faultInWords, passwordFault } from './sign-in/password-rules.ts';
export { forgottenPasswordJobs } from './own-account/forgotten-password.ts';
export { hashPassword } from './sign-in/passwords.ts';
export { createTokens, type Tokens } from './sessions/tokens.ts';
export { sealedFactors } from './second-factor/second-factor.ts';
export { resetFactorByCommand } from './second-factor/reset-by-command.ts';
export { secondFactorRoutes } from './second-factor.routes.ts';
export { sweepSignIns } from './sessions/sessions.ts';
export { userRoutes } from './users.routes.ts';
