import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { version } from '../../package.json';
import { Avatar } from '../ui/avatar.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { Icon } from '../ui/icon.tsx';
import { useAuthContext } from './auth.tsx';
import { LanguagePicker } from './language-picker.tsx';
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
  const [initial = ''] = name;
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
        <Avatar alt={name}>{initial.toUpperCase()}</Avatar>
      </button>
      <Drawer
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        side="end"
        label={t('account')}
        closeLabel={t('common:close')}
        hasHeading={false}
      >
        <div className="account" data-testid="account-drawer">
          <Avatar alt={name} size={72}>
            {initial.toUpperCase()}
          </Avatar>
          <strong>{name}</strong>
          <span className="account-mail">{user?.email}</span>
          <span className="account-roles">{user?.roles.map((role) => t(`role.${role}`)).join(', ')}</span>
        </div>
        <Link className="drawer-row" to="/dashboard" onClick={() => setOpen(false)}>
          <Icon name="overview" />
          {t('homeDashboard')}
        </Link>
        <Link className="drawer-row" to="/dashboard/account" onClick={() => setOpen(false)}>
          <Icon name="person" />
          {t('accountPage')}
        </Link>
        <button
          type="button"
          className="drawer-row"
          onClick={() => {
            setOpen(false);
            onSettings();
          }}
        >
          <Icon name="settings" />
          {t('settingsButton')}
        </button>
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
