import '../ui/shell.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { onReachableChange, isServerReachable } from '../api/connection.ts';
import { guideStep } from '../features/overview/setup-return.ts';
import { Drawer } from '../ui/drawer.tsx';
import { ErrorBoundary } from '../ui/states/error-boundary.tsx';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { LinearProgress } from '../ui/states/route-progress.tsx';
import { ZoneContext } from '../ui/time/zone.ts';
import { Account } from './account-drawer.tsx';
import { LanguagePicker } from '../session/language-picker.tsx';
import { NavList } from './nav-list.tsx';
import { OfflineBar } from '../session/offline-bar.tsx';
import { queryClient } from './query-client.ts';
import { SettingsDrawer } from './settings-drawer.tsx';
import { changeSettings, useSettings } from '../session/settings.ts';
import { useChosenZone } from '../session/store-choice.ts';
import { StorePicker } from './store-picker.tsx';
import { useResizeBlocking } from './resize-blocking.ts';

const HeaderBell = lazy(async () => ({ default: (await import('./dashboard-live.tsx')).HeaderBell }));
const EmergencyWatch = lazy(async () => ({ default: (await import('./dashboard-live.tsx')).EmergencyWatch }));
const NoticeBars = lazy(async () => ({ default: (await import('./notice-bars.tsx')).NoticeBars }));
const DashboardLive = lazy(async () => ({ default: (await import('./dashboard-live.tsx')).DashboardLive }));

const SetupReturnBar = lazy(async () => ({
  default: (await import('../features/overview/setup-return-bar.tsx')).SetupReturnBar,
}));

/** The frame of every signed-in screen: menu, header, the screen itself. */
export function Dashboard() {
  const { t } = useTranslation('navbar');
  const { navLayout, navColor, compactLayout } = useSettings();
  const { pathname } = useLocation();
  // The menu is open on one screen only, so a navigation closes it.
  const [menuOpenAt, setMenuOpenAt] = useState<string | null>(null);
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const zone = useChosenZone();
  useResizeBlocking();
  useEffect(
    () =>
      onReachableChange(() => {
        if (isServerReachable()) void queryClient.invalidateQueries();
      }),
    [],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <ZoneContext value={zone}>
        <a className="skip-link" href="#content">
          {t('common:skipToContent')}
        </a>
        <div className="shell" data-nav={navLayout} data-nav-color={navColor}>
          <Sidebar />
          <div className="shell-main">
            <Header onMenu={() => setMenuOpenAt(pathname)} onSettings={() => setSettingsOpen(true)} />
            <MenuBar />
            <OfflineBar />
            <Notices pathname={pathname} />
            <main id="content" className="content" data-compact={compactLayout} tabIndex={-1}>
              <Suspense fallback={<LinearProgress label={t('common:loading')} />}>
                <Outlet />
              </Suspense>
            </main>
          </div>
          <MenuDrawer isOpen={menuOpenAt === pathname} onClose={() => setMenuOpenAt(null)} />
          <SettingsDrawer isOpen={isSettingsOpen} onClose={() => setSettingsOpen(false)} />
        </div>
        <ErrorBoundary place="background">
          <Suspense fallback={null}>
            <DashboardLive />
          </Suspense>
        </ErrorBoundary>
      </ZoneContext>
    </QueryClientProvider>
  );
}

interface HeaderProps {
  readonly onMenu: () => void;
  readonly onSettings: () => void;
}

function Header({ onMenu, onSettings }: HeaderProps) {
  const { t } = useTranslation('navbar');
  return (
    <header className="header">
      <button type="button" className="icon-button menu-button" aria-label={t('openMenu')} onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <span className="header-logo">
        <Logo isIcon />
      </span>
      <ErrorBoundary place="control">
        <StorePicker />
      </ErrorBoundary>
      <span className="header-gap" />
      <span className="header-bell">
        <ErrorBoundary place="control">
          <Suspense fallback={null}>
            <HeaderBell />
          </Suspense>
        </ErrorBoundary>
      </span>
      <span className="header-wide">
        <LanguagePicker />
      </span>
      <button
        type="button"
        className="icon-button header-wide"
        aria-label={t('settingsButton')}
        data-testid="settings-button"
        onClick={onSettings}
      >
        <Icon name="settings" />
      </button>
      <ErrorBoundary place="control">
        <Account onSettings={onSettings} />
      </ErrorBoundary>
    </header>
  );
}

/** The menu below the header, for people who chose it there. */
function MenuBar() {
  const { t } = useTranslation('navbar');
  const { navLayout, navColor } = useSettings();
  if (navLayout !== 'horizontal') return null;
  return (
    <nav className="nav nav-horizontal" aria-label={t('menu')} {...navScheme(navColor)}>
      <NavList />
    </nav>
  );
}

/** The notices that must be visible on every screen. */
function Notices({ pathname }: { readonly pathname: string }) {
  return (
    <>
      <ErrorBoundary place="section">
        <Suspense fallback={null}>
          <EmergencyWatch />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary place="section">
        <Suspense fallback={null}>
          <NoticeBars />
        </Suspense>
      </ErrorBoundary>
      {pathname !== '/dashboard' && guideStep() !== null && (
        <ErrorBoundary place="section">
          <Suspense fallback={null}>
            <SetupReturnBar key={pathname} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

function MenuDrawer({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('navbar');
  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      side="start"
      label={t('menu')}
      closeLabel={t('common:close')}
      hasHeading={false}
    >
      <nav className="nav" aria-label={t('menu')} data-testid="menu-drawer">
        <NavList />
      </nav>
    </Drawer>
  );
}

/** The menu beside the page: wide or mini, by a button on its edge. */
function Sidebar() {
  const { t } = useTranslation('navbar');
  const { navLayout, navColor } = useSettings();
  if (navLayout === 'horizontal') return null;
  const isMini = navLayout === 'mini';
  return (
    <aside className="sidebar" {...navScheme(navColor)}>
      <div className="sidebar-logo">
        <Logo isIcon={isMini} />
      </div>
      <button
        type="button"
        className="nav-toggle"
        aria-label={isMini ? t('expandMenu') : t('shrinkMenu')}
        data-testid="nav-toggle"
        onClick={() => changeSettings({ navLayout: isMini ? 'vertical' : 'mini' })}
      >
        <Icon name="chevron" size={14} />
      </button>
      <nav className="nav" aria-label={t('menu')}>
        <NavList />
      </nav>
    </aside>
  );
}

/** The navigation colour "apparent" is dark in both modes: it uses the dark tokens. */
function navScheme(navColor: 'integrate' | 'apparent') {
  return navColor === 'apparent'
    ? { 'data-color-scheme': 'dark', 'data-accent': document.documentElement.dataset['accent'] }
    : {};
}
