/** The contract: every endpoint, event, problem, capability and role. Both sides import it; it imports zod only. */
export * from './endpoints.ts';
export * from './schemas.ts';
