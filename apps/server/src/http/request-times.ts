import { Histogram, type Registry } from 'prom-client';

export interface RequestTimes {
  /** `route` is the registered pattern, never the requested path. */
  observe(method: string, route: string, status: number, ms: number): void;
}

export function requestTimes(metrics: Registry): RequestTimes {
  const requests = new Histogram({
    name: 'munjigi_http_request_seconds',
    help: 'Time to answer a request, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [metrics],
  });
  return {
    observe: (method, route, status, ms) => requests.observe({ method, route, status: String(status) }, ms / 1000),
  };
}
