import { createSeries, previewSeries } from '@munjigi/contract';
import { route, type Route } from '../../../http/index.ts';
import { makeSeries, previewOccurrences } from './series.ts';

export function seriesRoutes(): Route[] {
  return [
    route(previewSeries, ({ tx, work, body }) => previewOccurrences(tx, work.clock, body)),
    route(createSeries, ({ work, body }) => makeSeries(work, body)),
  ];
}
