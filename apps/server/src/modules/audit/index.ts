/** Who did what (PD-2): append-only, each row carrying the hash of the one before it. */
export { record, type AuditEntry } from './audit.ts';
export { verifyAuditLog } from './verify.ts';
