import type { BodyInputOf, CashReceiptSettings, setCashReceiptSettings } from '@munjigi/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const settingsKey = (product: string, storeId: string) => ['cash-receipt-settings', product, storeId] as const;

export function useCashReceiptSettings(product: string, storeId: string) {
  return useQuery({
    queryKey: settingsKey(product, storeId),
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/store/{storeId}/cash-receipt-settings', { params: { product, storeId }, signal }),
  });
}

export function useSetCashReceiptSettings(product: string, storeId: string) {
  const client = useQueryClient();
  return async (body: BodyInputOf<typeof setCashReceiptSettings>): Promise<CashReceiptSettings> => {
    const settings = await call('POST /api/v2/{product}/store/{storeId}/cash-receipt-settings', {
      params: { product, storeId },
      body,
    });
    client.setQueryData(settingsKey(product, storeId), settings);
    return settings;
  };
}
