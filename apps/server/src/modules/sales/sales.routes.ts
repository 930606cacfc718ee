import { exportSales, readOccupancy, readRoomSales, readSales, readWeeklySales } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { route, routeFile, type Route } from '../../http/index.ts';
import { exportSalesFile } from './export.ts';
import { readOccupancyByHour } from './occupancy.ts';
import { readSalesOfRoom } from './room-sales.ts';
import { readSalesPage } from './sales.ts';
import { weeklySales } from './weekly.ts';

export function salesRoutes({ db, clock }: { readonly db: Database; readonly clock: Clock }): Route[] {
  return [
    route(readSales, ({ tx, actor, query }) => readSalesPage(tx, actor, query)),
    route(readWeeklySales, ({ work, query }) => weeklySales(work, query)),
    route(readRoomSales, ({ tx, work, actor, params }) => readSalesOfRoom(tx, work.clock.now(), actor, params.roomId)),
    route(readOccupancy, ({ tx, work, query }) => readOccupancyByHour(tx, work.clock.now(), query)),
    routeFile(exportSales, ({ actor, query }) => exportSalesFile({ db, clock, actor }, query)),
  ];
}
