/** The help desk (NX-2): the guest at the door on one page, what helps him, and how long that took. */
export { helpDeskRoutes } from './help-desk.routes.ts';
