import type {
  BodyInputOf,
  listMessageProviders,
  MessageSender,
  ReminderSettings,
  ReplyOf,
  setMessageProvider,
  setMessageSender,
  setReminderSettings,
} from '@munjigi/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

const providersKey = (product: string) => ['message-providers', product] as const;
const senderKey = (product: string, storeId: string) => ['message-sender', product, storeId] as const;

export function useMessageProviders(product: string) {
  return useQuery({
    queryKey: providersKey(product),
    queryFn: ({ signal }): Promise<ReplyOf<typeof listMessageProviders>> =>
      call('GET /api/v2/{product}/message-provider', { params: { product }, signal }),
  });
}

export function useSetMessageProvider(product: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setMessageProvider>) =>
      call('POST /api/v2/{product}/message-provider', { params: { product }, body }),
    // Read the current value, also after a STALE refusal.
    onSettled: () => client.invalidateQueries({ queryKey: providersKey(product) }),
  });
}

export function useMessageSender(product: string, storeId: string) {
  return useQuery({
    queryKey: senderKey(product, storeId),
    queryFn: ({ signal }): Promise<MessageSender> =>
      call('GET /api/v2/{product}/store/{storeId}/message-sender', { params: { product, storeId }, signal }),
  });
}

export type SenderBody = BodyInputOf<typeof setMessageSender>;

export function useSetMessageSender(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SenderBody): Promise<MessageSender> =>
      call('POST /api/v2/{product}/store/{storeId}/message-sender', { params: { product, storeId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: senderKey(product, storeId) }),
  });
}

const remindersKey = (product: string, storeId: string) => ['message-reminders', product, storeId] as const;

export function useReminderSettings(product: string, storeId: string) {
  return useQuery({
    queryKey: remindersKey(product, storeId),
    queryFn: ({ signal }): Promise<ReminderSettings> =>
      call('GET /api/v2/{product}/store/{storeId}/message-reminders', { params: { product, storeId }, signal }),
  });
}

export function useSetReminderSettings(product: string, storeId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setReminderSettings>): Promise<ReminderSettings> =>
      call('POST /api/v2/{product}/store/{storeId}/message-reminders', { params: { product, storeId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: remindersKey(product, storeId) }),
  });
}
