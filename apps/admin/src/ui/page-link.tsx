import { createContext, use, type ReactNode } from 'react';

export interface PageLinkProps {
  readonly to: string;
  readonly className?: string;
  readonly 'aria-label'?: string;
  readonly 'data-testid'?: string;
  readonly children: ReactNode;
}

/** Renders a link of the router. Missing on sign-in, which is shown before the router has loaded. */
export const RouterLinkContext = createContext<((props: PageLinkProps) => ReactNode) | null>(null);

/** A link to another page of the application: by the router, or by the browser while there is no router. */
export function PageLink(props: PageLinkProps) {
  const renderRouterLink = use(RouterLinkContext);
  if (renderRouterLink !== null) return renderRouterLink(props);
  const { to, children, ...others } = props;
  return (
    <a href={to} {...others}>
      {children}
    </a>
  );
}
