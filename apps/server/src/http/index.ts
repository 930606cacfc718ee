/** One way through a request, from the socket to the reply. */
export { serveDocs } from './docs.ts';
export { sweepIdempotencyKeys } from './idempotency.ts';
export { serveObservability } from './observability.ts';
export { invalidInput, notFound, Problem, stale } from './problem.ts';
export { route, routeForAnybody, routeInSteps, SharedReply, type Person, type Route } from './route.ts';
export { serve, type Authenticate } from './serve.ts';
export { createHttp } from './server.ts';
export { eventStream } from './stream.ts';
export { serveWeb } from './web.ts';
