import type { Command, HistoryAction, HistoryStatus, OperationSource } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { hasFailed } from './command-steps.ts';

/** A command in a person's words: what it is, what came of it, and what to do next when it failed. */
export function useCommandWords() {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return {
    action: (action: HistoryAction) => t(`action.${action}`),
    status: (status: HistoryStatus) => t(`status.${status}`),
    source: (source: OperationSource) => t(`source.${source}`),
    /** The name of the person or thing, or the kind when it has none. */
    cause: ({ label, kind }: Command['cause']) => (label === '' ? t(`cause.${kind}`) : label),
    ms: (value: number) => t('ms', { value: format.number(value) }),
    /** `null` when nothing went wrong. */
    failure: (command: Command) => {
      if (command.error !== null) return { what: t(`error.${command.error.code}`), next: t(`next.${command.error.code}`) };
      return hasFailed(command) ? { what: t(`status.${command.status}`), next: '' } : null;
    },
  };
}
