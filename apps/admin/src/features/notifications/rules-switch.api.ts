import type { NotificationRules } from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, isProblem } from '../../api/call.ts';

const rulesKey = (product: string) => ['notification-rules', product] as const;

/** Whether the system confirms notifications that need no person (NT-1). */
export function useNotificationRules(product: string) {
  return useQuery({
    queryKey: rulesKey(product),
    queryFn: ({ signal }): Promise<NotificationRules> =>
      call('GET /api/v2/{product}/payment/notification-rules', { params: { product }, signal }),
  });
}

export function useSetNotificationRules(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rules: NotificationRules) =>
      call('PATCH /api/v2/{product}/payment/notification-rules', { params: { product }, body: rules }),
    onSuccess: (rules) => client.setQueryData(rulesKey(product), rules),
    // Another person changed it: their state is shown, so that the next tap is about it.
    onError: (error) => {
      if (isProblem(error) && error.code === 'STALE') void client.invalidateQueries({ queryKey: rulesKey(product) });
    },
  });
}
