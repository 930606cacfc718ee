/** The audit log with its hash chain: search, export, daily verification (decision 033). */
export {
  guestAuditActor,
  labelOfGuest,
  personAuditActor,
  recordAudit,
  recordChange,
  recordOwnAccountChange,
  systemAuditActor,
  type AuditRecord,
} from './audit.ts';
export { recordExport, type ExportDeps } from './exports.ts';
export {
  exportTable,
  formatWallClock,
  hideSearchText,
  readPages,
  readPlaceNames,
  toExportPage,
  type PlaceNames,
} from './table-export.ts';
export { auditRoutes } from './audit.routes.ts';
export { auditTimers, readLastVerifications } from './verification.ts';
export { verifyChain } from './verify.ts';
