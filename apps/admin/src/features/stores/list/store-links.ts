/** Links to the screens of a store. */
export const storeLinks = {
  settings: (storeId: string, tab = 'basics') => `/dashboard/store?store=${storeId}&tab=${tab}`,
  rooms: (storeId: string) => `/dashboard/room?store=${storeId}`,
  board: (storeId: string) => `/dashboard/reservation?store=${storeId}`,
  doors: (storeId: string) => `/dashboard/door?store=${storeId}`,
  settlement: (storeId: string) => `/dashboard/system/settlement?store=${storeId}`,
  salesOfMonth: (storeId: string) => `/dashboard/statistics?store=${storeId}&period=thisMonth`,
  /** The people who can become its owners; the screen says which store they are for. */
  owners: (storeId: string) => `/dashboard/system/users?tab=people&role=FRANCHISEE&store=${storeId}&owner=new`,
  person: (userId: string) => `/dashboard/system/users?tab=people&user=${userId}`,
} as const;
