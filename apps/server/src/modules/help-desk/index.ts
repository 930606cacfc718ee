/**
 * One page with what a guest at the door needs, the last minutes of the door in words, answers to the guest, and the
 * time until the guest was helped (GP-4, NX-12, decision 034).
 */
export { readHelpOfCompanion, readHelpOfGuest } from './answers.sql.ts';
export { openCaseOfGuest } from './cases.ts';
export { addPhotoOfGuest } from './photos.ts';
export { helpDeskRoutes } from './help-desk.routes.ts';
export { sealedAnswers } from './sealed-tables.ts';
