import type { ChannelStatement, StatementLineState } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { ToneLabel, type ToneStyle } from '../../ui/tone-chip.tsx';

/** In the order of a list: what needs a person comes first. */
export const STATEMENT_STATES: readonly StatementLineState[] = ['DIFFERENT', 'MISSING', 'UNKNOWN', 'MATCHED'];

const TONES: Readonly<Record<StatementLineState, ToneStyle>> = {
  MATCHED: ['check', 'success.main'],
  DIFFERENT: ['warning', 'warning.main'],
  UNKNOWN: ['info', 'warning.main'],
  MISSING: ['error', 'error.main'],
};

/** The state of a payment of a statement, with its number where one is given. */
export function StatementState({ state, count }: { readonly state: StatementLineState; readonly count?: string }) {
  const { t } = useTranslation('channels');
  return (
    <ToneLabel tone={TONES[state]} isOneLine data-state={state}>
      {t(`statement.state.${state}`)} {count}
    </ToneLabel>
  );
}

/** The channel and the period of a statement. */
export function useStatementName({
  channelName,
  from,
  to,
}: Pick<ChannelStatement, 'channelName' | 'from' | 'to'>): string {
  const format = useFormat();
  return `${channelName} · ${format.days(from, to)}`;
}
