/** The help desk (NX-2): one page for a guest at the door, actions that help, and the time until the result. */
export { readHelpOfGuest } from './answers.sql.ts';
export { openCaseOfGuest } from './cases.ts';
export { addPhotoOfGuest } from './photos.ts';
export { helpDeskRoutes } from './help-desk.routes.ts';
export { sealedAnswers } from './sealed-tables.ts';
