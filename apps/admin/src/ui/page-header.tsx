import { useEffect, type ReactNode } from 'react';
import { setPageTitle } from './document-title.ts';

/** A screen's heading with its actions. Sets the title of the browser's tab as well. */
export function PageHeader({
  title,
  text,
  actions,
}: {
  readonly title: string;
  readonly text?: string;
  readonly actions?: ReactNode;
}) {
  useEffect(() => setPageTitle(title), [title]);
  return (
    <header className="page-header">
      <div>
        <h1>{title}</h1>
        {text !== undefined && <p>{text}</p>}
      </div>
      {actions !== undefined && <div className="page-header-actions">{actions}</div>}
    </header>
  );
}
