import './accounts.css';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguagePicker } from '../../session/language-picker.tsx';
import { OfflineBar } from '../../session/offline-bar.tsx';
import { setPageTitle } from '../../ui/document-title.ts';
import { Logo } from '../../ui/logo.tsx';

/** Centred, 420 px wide, over a blurred picture, without a footer (reference 2). */
export function AuthLayout({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation('auth');
  useEffect(() => setPageTitle(title), [title]);
  return (
    <div className="auth">
      <div className="auth-picture" aria-hidden="true" />
      <OfflineBar />
      <main className="auth-card">
        <div className="auth-top">
          <Logo />
          <LanguagePicker />
        </div>
        <h1>{title}</h1>
        <p className="auth-lead">{t('lead')}</p>
        {children}
      </main>
    </div>
  );
}
