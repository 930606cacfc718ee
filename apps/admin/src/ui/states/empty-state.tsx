import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
  readonly icon?: IconName;
}

/** Shown in place of rows: why there are none and what to do about it. */
export function EmptyState({ title, text, action, icon = 'empty' }: EmptyStateProps) {
  return (
    <div className="state-box" data-testid="empty-state">
      <span className="state-icon">
        <Icon name={icon} size={28} />
      </span>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {action}
    </div>
  );
}
