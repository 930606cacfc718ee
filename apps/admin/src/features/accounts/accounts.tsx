/** The first page for visitors, in one chunk without MUI: sign-in must be visible at once. */
export { SignInPage } from './sign-in-page.tsx';
