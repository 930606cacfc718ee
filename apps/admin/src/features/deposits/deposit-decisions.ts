import type { Deposit } from '@munjigi/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useFormat } from '../../ui/format.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useDecideDeposit, type DepositDecision, type DecidedDeposit } from './deposits.api.ts';

/** Decides about one deposit at a time, announces the result, and keeps the last decision, which can be undone. */
export function useDepositDecisions(product: string) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  const choose = useDecideDeposit(product);
  const [last, setLast] = useState<Deposit | null>(null);

  function say(choice: DepositDecision, after: DecidedDeposit): void {
    if (choice.verb !== 'undo')
      return toast.success(t(`done.${choice.verb}`, { amount: format.money(after.amount ?? 0) }));
    const { left } = after;
    if (left && left.state !== 'PENDING' && left.dueAmount > 0)
      return toast.info(t('done.undoLeft', { code: left.code, amount: format.money(left.dueAmount) }));
    toast.success(t('done.undo'));
  }

  function decide(deposit: Deposit, choice: DepositDecision): void {
    if (choose.isPending) return;
    choose.mutate(
      { deposit, choice },
      {
        onSuccess: (after) => {
          setLast(choice.verb === 'undo' ? null : after);
          say(choice, after);
        },
        onError: (error) => toast.error(problemText(t, error)),
      },
    );
  }

  return { decide, isBusy: choose.isPending, last };
}
