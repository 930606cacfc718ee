/** The contract: every endpoint, event, problem, capability and role. Both sides import it; it imports zod only. */
export * from './accounts.ts';
export * from './commands.ts';
export * from './doors.ts';
export * from './endpoint.ts';
export * from './endpoints.ts';
export * from './events.ts';
export * from './fields.ts';
export * from './notifications.ts';
export * from './problems.ts';
export * from './roles.ts';
export * from './rooms.ts';
export * from './stores.ts';
