import { useTranslation } from 'react-i18next';
import { QuickReasons } from '../../../ui/form/quick-reasons.tsx';

export type ReasonFor = 'open' | 'code';
const REASONS: Readonly<Record<ReasonFor, readonly string[]>> = {
  open: ['codeFails', 'noCode', 'early', 'lockFails', 'leftThings', 'verified'],
  code: ['lost', 'fails', 'seen'],
};

interface ReasonChoiceProps {
  readonly of: ReasonFor;
  readonly submitText: string;
  readonly isPending: boolean;
  readonly onReason: (reason: string) => void;
}

/** The reason for a remote opening or a new code. */
export function ReasonChoice({ of, ...props }: ReasonChoiceProps) {
  const { t } = useTranslation('help-desk');
  return <QuickReasons {...props} reasons={REASONS[of].map((key) => t(`reason.${of}.${key}`))} />;
}
