import { createSeries, previewSeries } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { route, type Route } from '../../http/index.ts';
import { makeSeries, previewOccurrences } from './series.ts';

export function seriesRoutes({ clock }: { readonly clock: Clock }): Route[] {
  return [
    route(previewSeries, ({ tx, body }) => previewOccurrences(tx, clock, body)),
    route(createSeries, ({ work, body }) => makeSeries(work, body)),
  ];
}
