import { PushCard } from '../features/notifications/push-card.tsx';
import { AccountPage } from '../features/users/account-page.tsx';

/** The own account, with what this browser is told while it is closed. */
export function AccountScreen() {
  return <AccountPage><PushCard /></AccountPage>;
}
