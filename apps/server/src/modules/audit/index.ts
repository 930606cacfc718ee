/** The audit log (PD-2): append-only, each row with the hash of the row before it. */
export { recordAudit, recordChange, type AuditEntry } from './audit.ts';
export { recordExport } from './exports.ts';
export { auditRoutes } from './audit.routes.ts';
export { auditTimers } from './verification.ts';
export { verifyChain } from './verify.ts';
