export const summariesKey = (product: string) => ['store-summaries', product] as const;
