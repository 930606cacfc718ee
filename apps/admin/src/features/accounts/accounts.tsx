/** The page that visitors see first, in one chunk without MUI: sign-in has to be on the screen at once. */
export { SignInPage } from './sign-in-page.tsx';
