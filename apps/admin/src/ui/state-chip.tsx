import { Icon, type IconName } from './icon.tsx';

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';
const ICONS: Record<Tone, IconName> = { neutral: 'info', success: 'check', warning: 'warning', danger: 'error', info: 'info' };

/** A state in words with an icon; the colour only supports them. */
export function StateChip({ tone, label, icon = ICONS[tone] }: { readonly tone: Tone; readonly label: string; readonly icon?: IconName }) {
  return <span className="state-chip" data-tone={tone}><Icon name={icon} size={14} />{label}</span>;
}
