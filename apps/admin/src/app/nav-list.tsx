import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import { useDocumentKeys } from '../ui/use-document-keys.ts';
import { useAuthContext } from '../session/auth.tsx';
import { isActivePath, isExternalLink, navigationFor, type NavItem } from '../session/navigation.ts';
import { useStoreChoice } from '../session/store-choice.ts';

/** Loaded on demand: only head office needs it. */
const SignUpBadge = lazy(() => import('./sign-up-badge.tsx').then((module) => ({ default: module.SignUpBadge })));

/** The menu for the person's roles. The style sheet decides its layout (vertical, mini, horizontal). */
export function NavList() {
  const { t } = useTranslation('navbar');
  const { user } = useAuthContext();
  return (
    <ul className="nav-groups">
      {navigationFor(user?.roles ?? []).map((group) => (
        <li key={group.title} className="nav-group">
          <span className="nav-group-title">{t(group.title)}</span>
          <ul>
            {group.items.map((item) => (
              <NavEntry key={item.title} item={item} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function NavEntry({ item }: { readonly item: NavItem }) {
  return (
    <li className="nav-entry">
      {item.children === undefined ? <NavLink item={item} /> : <NavBranch item={item} branches={item.children} />}
    </li>
  );
}

function NavLink({ item }: { readonly item: NavItem }) {
  const { pathname } = useLocation();
  const { storeId, stores } = useStoreChoice();
  const isActive = isActivePath(pathname, item.path);
  const words = <NavWords item={item} />;
  if (item.disabled)
    return (
      <span className="nav-item" aria-disabled="true">
        {words}
      </span>
    );
  if (item.opensNewTab || isExternalLink(item.path)) {
    return (
      <a className="nav-item" href={item.path} target="_blank" rel="noopener noreferrer">
        {words}
        <Icon name="external" size={14} />
      </a>
    );
  }
  // Keeps the chosen store in the link, so that the next screen shows the same store.
  const to = storeId !== null && stores.length > 1 ? `${item.path}?store=${storeId}` : item.path;
  return (
    <Link className="nav-item" to={to} data-active={isActive} aria-current={isActive ? 'page' : undefined}>
      {words}
    </Link>
  );
}

function NavBranch({ item, branches }: { readonly item: NavItem; readonly branches: readonly NavItem[] }) {
  const { pathname } = useLocation();
  const isActive = branches.some((branch) => isActivePath(pathname, branch.path));
  const [isOpen, setOpen] = useState(isActive);
  const place = useRef<HTMLDivElement>(null);
  const listId = useId();
  useEffect(() => {
    // Beside the mini and below the horizontal menu the branch floats over the page: a press elsewhere closes it.
    const leave = (event: Event) => {
      const floats = place.current !== null && getComputedStyle(place.current).position === 'relative';
      if (floats && event.target instanceof Node && place.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, []);
  useDocumentKeys(({ key, target }) => {
    if (key === 'Escape' && target instanceof Node && place.current?.contains(target) === true) setOpen(false);
  });
  return (
    <div className="nav-branch" ref={place}>
      <button
        type="button"
        className="nav-item"
        aria-expanded={isOpen}
        aria-controls={listId}
        data-active={isActive}
        disabled={item.disabled}
        onClick={() => setOpen(!isOpen)}
      >
        <NavWords item={item} />
        <span className="nav-arrow">
          <Icon name="chevron" size={16} />
        </span>
      </button>
      <ul id={listId} className="nav-children" hidden={!isOpen}>
        {branches.map((branch) => (
          <NavEntry key={branch.title} item={branch} />
        ))}
      </ul>
    </div>
  );
}

function NavWords({ item }: { readonly item: NavItem }) {
  const { t } = useTranslation('navbar');
  return (
    <>
      <Icon name={item.icon} size={22} />
      <span className="nav-words">
        <span className="nav-title">{t(item.title)}</span>
        {item.caption !== undefined && <span className="nav-caption">{t(item.caption)}</span>}
      </span>
      {item.hasSignUpBadge && (
        <Suspense fallback={null}>
          <SignUpBadge />
        </Suspense>
      )}
      {item.info !== undefined && <span className="nav-info">{t(item.info)}</span>}
    </>
  );
}
