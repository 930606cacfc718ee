import { SignInPage } from '../../features/accounts/accounts.tsx';

/** Sign-in. The signed-in part loads while a person types their password. */
export function SignInScreen() {
  return (
    <div style={{ display: 'contents' }} onInput={prefetchDashboard}>
      <SignInPage />
    </div>
  );
}

let isRequested = false;

function prefetchDashboard(): void {
  if (isRequested) return;
  isRequested = true;
  import('../dashboard.tsx').catch((error: unknown) => {
    // A failure is ignored: the code is requested again when it is needed, and a failure is shown then.
    isRequested = false;
    console.warn('The dashboard cannot be fetched ahead', error);
  });
}
