/** The pages of visitors, in one chunk without MUI: sign-in has to be on the screen at once. */
export { SignInPage } from './sign-in-page.tsx';
export { SignUpPage } from './sign-up-page.tsx';
