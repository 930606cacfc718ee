/**
 * Rooms and hours for adults: the rules of a store, which stays they make require a check, and the checks of guests by
 * contact. Identity checks by a provider are in `identity-checks` (decision 141).
 */
export { changeAgeRules, findStayAgeBasis, readAgeRules } from './age-rules.ts';
export { contactMarkOf, contactMarksOf, insertAgeCheck, sweepAgeChecks } from './checks.sql.ts';
export {
  confirmByDocument,
  findRequirement,
  markDocumentRequest,
  meetRequirements,
  previewRequirement,
  refuseUncheckedGuest,
  updateRequirement,
  type RequirementRow,
} from './requirements.ts';
export { WITHHELD_OF_R } from './withheld.sql.ts';
