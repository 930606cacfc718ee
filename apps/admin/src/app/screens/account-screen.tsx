import { PushCard } from '../../features/notifications/push/push-card.tsx';
import { AccountPage } from '../../features/users/account/account-page.tsx';

/** The person's own account, with the push settings of this browser. */
export function AccountScreen() {
  return (
    <AccountPage>
      <PushCard />
    </AccountPage>
  );
}
