import { createContext, use, type ComponentType, type ReactNode } from 'react';

export interface PageLinkProps {
  readonly to: string;
  readonly className?: string;
  readonly 'aria-label'?: string;
  readonly 'data-testid'?: string;
  readonly children: ReactNode;
}

/** The router's link. Missing on sign-in, which is shown before the router has loaded. */
export const RouterLink = createContext<ComponentType<PageLinkProps> | null>(null);

/** A link to another page of the application: by the router, or by the browser while there is no router. */
export function PageLink({ to, children, ...props }: PageLinkProps) {
  const Link = use(RouterLink);
  if (Link === null)
    return (
      <a href={to} {...props}>
        {children}
      </a>
    );
  return (
    <Link to={to} {...props}>
      {children}
    </Link>
  );
}
