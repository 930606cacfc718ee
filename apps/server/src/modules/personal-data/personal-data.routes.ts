import { getPersonalDataTerms, setPersonalDataTerms } from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { readTerms, setTerms } from './terms.ts';

export function personalDataRoutes(): Route[] {
  return [
    route(getPersonalDataTerms, ({ tx }) => readTerms(tx)),
    route(setPersonalDataTerms, ({ work, body }) => setTerms(work, body)),
  ];
}
