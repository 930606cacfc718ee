import { createAddOn, deleteAddOn, editAddOn, listAddOns } from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { addAddOn, changeAddOn, removeAddOn } from './add-ons.ts';
import { findAddOns } from './add-ons.sql.ts';

export function addOnRoutes(): Route[] {
  return [
    route(listAddOns, ({ tx, query }) => findAddOns(tx, query)),
    route(createAddOn, ({ work, body }) => addAddOn(work, body)),
    route(editAddOn, ({ work, params, body }) => changeAddOn(work, params.addOnId, body)),
    route(deleteAddOn, ({ work, params, query }) =>
      removeAddOn(work, { addOnId: params.addOnId, version: query.version }),
    ),
  ];
}
