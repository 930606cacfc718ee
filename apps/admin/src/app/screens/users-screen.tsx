import { NewStoreDialog } from '../../features/stores/list/new-store-dialog.tsx';
import type { NewStoreProps } from '../../features/users/rights-dialog.tsx';
import { UsersPage } from '../../features/users/users-page.tsx';
import { useAuthContext } from '../../session/auth.tsx';

/** People and their rights, with the form for a store that a sign-up names and that does not exist yet. */
export function UsersScreen() {
  return <UsersPage NewStore={NewStore} />;
}

function NewStore({ name, onClose, onCreated }: NewStoreProps) {
  const { checkUserSession } = useAuthContext();
  return (
    <NewStoreDialog
      name={name}
      onClose={onClose}
      onCreated={({ id }) => {
        onCreated(id);
        // The stores to choose from belong to the session.
        void checkUserSession();
      }}
    />
  );
}
