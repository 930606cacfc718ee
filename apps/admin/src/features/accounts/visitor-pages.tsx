/**
 * The pages for visitors besides sign-in, in one chunk: every further chunk costs bytes in the entry that all screens
 * load.
 */
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { InvitationPage, ResetPasswordPage } from './reset-password-page.tsx';
export { SignUpPage } from './sign-up-page.tsx';
