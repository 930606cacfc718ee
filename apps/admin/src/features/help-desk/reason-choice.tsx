import { useTranslation } from 'react-i18next';
import { QuickReasons } from '../../ui/form/quick-reasons.tsx';

export type ReasonFor = 'open' | 'code';
const REASONS: Readonly<Record<ReasonFor, readonly string[]>> = { open: ['codeFails', 'noCode', 'early', 'lockFails', 'leftThings', 'verified'], code: ['lost', 'fails', 'seen'] };

interface ReasonChoiceProps {
  readonly of: ReasonFor;
  readonly submitText: string;
  readonly isPending: boolean;
  readonly onReason: (reason: string) => void;
}

/** Why a door is opened from afar, or another code made. */
export function ReasonChoice({ of, ...props }: ReasonChoiceProps) {
  const { t } = useTranslation('help-desk');
  return <QuickReasons {...props} reasons={REASONS[of].map((key) => t(`reason.${of}.${key}`))} />;
}
