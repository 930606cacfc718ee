/** The request pipeline, from the socket to the reply. */
export { attachmentHeaders } from './files/attachment.ts';
export { clientAddresses, limiterKeyOf } from './client-address.ts';
export { createCredentialLookups, type CredentialLookups } from './limits/credential-lookups.ts';
export { cursorCodec, toCursorPage } from './cursor.ts';
export { serveDocs } from './reference/docs.ts';
export type { FileReply, UploadedFile } from './files/file.ts';
export { KEPT_REPLIES, KEY_KEPT_MS, sweepIdempotencyKeys } from './idempotency.ts';
export { IGNORED_PROXIES_METRIC, reportIgnoredProxies, serveObservability } from './observability.ts';
export { retryAfterLostRace } from './lost-race.ts';
export { pollFastPath } from './poll-fast-path.ts';
export { requestLimits } from './limits/request-limits.ts';
export { traceRequests } from './trace-requests.ts';
export { requestTimes } from './request-times.ts';
export { invalidInput, notFound, Problem, staleProblem } from './problem.ts';
export { hasCapabilityAt, type Caller, type Channel, type GuestCaller, type Person } from './caller.ts';
export {
  route,
  routeFile,
  routePublic,
  routeInSteps,
  routeShared,
  SharedReply,
  type Route,
  type SharedQuestion,
} from './route.ts';
export type { Authenticate, AuthenticateChannel, AuthenticateGuest, Recall } from './admit.ts';
export { serveRoutes } from './serve.ts';
export { createHttp } from './server.ts';
export { createShortCache, jsonSize } from './short-cache.ts';
export { eventStream, type EventStreams } from './stream.ts';
export { tableFile, toSheetText, type TableCell } from './files/table-file.ts';
export type { BookingPreview } from './pages/booking-web.ts';
export type { UnitOfWork } from './unit-of-work.ts';
export { serveWeb } from './pages/web.ts';
export { createDocumentReads } from './pages/document-reads.ts';
export { createStaffPriority, type StaffPriority } from './limits/staff-priority.ts';
export { slotsOfPool, slotsOfPublicWrites, workSlots } from './limits/work-slots.ts';
