import { getPersonalDataTerms, setPersonalDataTerms } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { route, type Route } from '../../http/index.ts';
import { readTerms, setTerms } from './terms.ts';

export function personalDataRoutes({ clock }: { readonly clock: Clock }): Route[] {
  return [
    route(getPersonalDataTerms, ({ tx }) => readTerms(tx)),
    route(setPersonalDataTerms, ({ tx, actor, body }) => setTerms(tx, clock, actor, body)),
  ];
}
