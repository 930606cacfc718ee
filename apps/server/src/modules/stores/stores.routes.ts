import {
  closeStore,
  createClosure,
  createStore,
  deleteClosure,
  editGuestInformation,
  editHoliday,
  editStore,
  getChainSeller,
  getGuestInformation,
  getPrivacyPolicy,
  getStore,
  getStoreSeller,
  listClosures,
  listHolidays,
  listStores,
  listStoreSummaries,
  publishPrivacyPolicy,
  reopenStore,
  setChainSeller,
  setStoreSeller,
} from '@munjigi/contract';
import { notFound, route, type Route } from '../../http/index.ts';
import { findClosures } from './closures.sql.ts';
import { addClosure, endClosure } from './closures.ts';
import { changeGuestInformation, readGuestInformation } from './guest-information.ts';
import { editStoreHoliday, listOfYear } from './holiday-edits.ts';
import { closeForGood, openStore, reopenClosedStore } from './make.ts';
import { findStoreSummaries } from './store-summaries.sql.ts';
import { publishPolicy, readPrivacyPolicy } from './sellers/privacy-policies.ts';
import { changeChainSeller, changeStoreSeller, readChainSeller, readStoreSeller } from './sellers/sellers.ts';
import { changeStore } from './stores.ts';
import { findStore, findStores, readStore } from './stores.sql.ts';

export function storeRoutes(): Route[] {
  return [
    route(listStores, ({ tx, query }) => findStores(tx, query)),
    route(listStoreSummaries, ({ tx, work, query }) => findStoreSummaries(tx, work.clock.now(), query)),
    route(getStore, ({ tx, params }) => readStore(tx, params.storeId)),
    route(editStore, ({ work, params, body }) => changeStore(work, params.storeId, body)),
    route(getGuestInformation, ({ tx, work, params }) => readGuestInformation(tx, work.actor, params.storeId)),
    route(editGuestInformation, ({ work, params, body }) => changeGuestInformation(work, params.storeId, body)),
    route(getStoreSeller, ({ tx, params }) => readStoreSeller(tx, params.storeId)),
    route(setStoreSeller, ({ work, params, body }) => changeStoreSeller(work, params.storeId, body)),
    route(getChainSeller, ({ tx }) => readChainSeller(tx)),
    route(setChainSeller, ({ work, body }) => changeChainSeller(work, body)),
    route(getPrivacyPolicy, ({ work, params }) => readPrivacyPolicy(work, params.product)),
    route(publishPrivacyPolicy, ({ work, params, body }) => publishPolicy(work, params.product, body)),
    route(createStore, ({ work, body }) => openStore(work, body)),
    route(closeStore, ({ work, params, body }) => closeForGood(work, params.storeId, body)),
    route(reopenStore, ({ work, params, body }) => reopenClosedStore(work, params.storeId, body)),
    route(listClosures, async ({ tx, work, params, query }) => {
      if (!(await findStore(tx, params.storeId))) throw notFound();
      return findClosures(tx, params.storeId, {
        ...query,
        from: query.from === undefined ? work.clock.now() : new Date(query.from),
      });
    }),
    route(createClosure, ({ work, params, body }) => addClosure(work, params.storeId, body)),
    route(deleteClosure, ({ work, params }) => endClosure(work, params)),
    route(listHolidays, async ({ tx, params, query }) => {
      if (!(await findStore(tx, params.storeId))) throw notFound();
      return listOfYear(tx, params.storeId, query.year);
    }),
    route(editHoliday, ({ work, params, body }) => editStoreHoliday(work, params.storeId, body)),
  ];
}
