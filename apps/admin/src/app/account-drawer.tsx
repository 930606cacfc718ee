import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { version } from '../../package.json';
import { Avatar } from '../ui/avatar.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { Icon } from '../ui/icon.tsx';
import { useAuthContext } from '../session/auth.tsx';
import { LanguagePicker } from '../session/language-picker.tsx';
import { signOut } from './sign-out.ts';

/**
 * The avatar in the header and its drawer: the signed-in person, links to the dashboard and the account, and the
 * sign-out.
 */
export function Account({ onSettings }: { readonly onSettings: () => void }) {
  const { t } = useTranslation('navbar');
  const { user, checkUserSession } = useAuthContext();
  const [isOpen, setOpen] = useState(false);
  const name = user?.name ?? '';
  return (
    <>
      <button
        type="button"
        className="avatar-button"
        aria-label={t('account')}
        aria-haspopup="dialog"
        data-testid="account-button"
        onClick={() => setOpen(true)}
      >
        <Avatar alt={name}>{initialOf(name)}</Avatar>
      </button>
      <Drawer
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        side="end"
        label={t('account')}
        closeLabel={t('common:close')}
        hasHeading={false}
      >
        <Person />
        <Links onClose={() => setOpen(false)} onSettings={onSettings} />
        <div className="drawer-language">
          <LanguagePicker />
        </div>
        <button
          type="button"
          className="button button-logout"
          data-testid="sign-out"
          onClick={() => void signOut(checkUserSession)}
        >
          로그아웃
        </button>
        <p className="account-version">Munjigi {version}</p>
      </Drawer>
    </>
  );
}

function Person() {
  const { t } = useTranslation('navbar');
  const { user } = useAuthContext();
  const name = user?.name ?? '';
  return (
    <div className="account" data-testid="account-drawer">
      <Avatar alt={name} size={72}>
        {initialOf(name)}
      </Avatar>
      <strong>{name}</strong>
      <span className="account-mail">{user?.email}</span>
      <span className="account-roles">{user?.roles.map((role) => t(`role.${role}`)).join(', ')}</span>
    </div>
  );
}

interface LinksProps {
  readonly onClose: () => void;
  readonly onSettings: () => void;
}

function Links({ onClose, onSettings }: LinksProps) {
  const { t } = useTranslation('navbar');
  return (
    <>
      <Link className="drawer-row" to="/dashboard" onClick={onClose}>
        <Icon name="overview" />
        {t('homeDashboard')}
      </Link>
      <Link className="drawer-row" to="/dashboard/account" onClick={onClose}>
        <Icon name="person" />
        {t('accountPage')}
      </Link>
      <button
        type="button"
        className="drawer-row"
        onClick={() => {
          onClose();
          onSettings();
        }}
      >
        <Icon name="settings" />
        {t('settingsButton')}
      </button>
    </>
  );
}

function initialOf(name: string): string {
  const [initial = ''] = name;
  return initial.toUpperCase();
}
