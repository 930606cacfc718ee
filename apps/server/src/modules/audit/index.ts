/** Who did what (PD-2): append-only, each row carrying the hash of the one before it. */
export { record, type AuditEntry } from './audit.ts';
export { recordExport } from './exports.ts';
export { auditRoutes } from './audit.routes.ts';
export { auditTimers } from './verification.ts';
export { verifyChain } from './verify.ts';
