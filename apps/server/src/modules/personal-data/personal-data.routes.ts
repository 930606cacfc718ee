import { getPersonalDataTerms, setPersonalDataTerms } from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { readPersonalDataTerms, savePersonalDataTerms } from './terms.ts';

export function personalDataRoutes(): Route[] {
  return [
    route(getPersonalDataTerms, ({ tx }) => readPersonalDataTerms(tx)),
    route(setPersonalDataTerms, ({ work, body }) => savePersonalDataTerms(work, body)),
  ];
}
