import type { BankCode, OnlineProvider } from '@munjigi/contract';

/**
 * The bank codes of each provider. Toss: two digits, with its own code for Kookmin (its list of organisations).
 * PortOne: the `Bank` of its REST API V2.
 */
export const BANK_NAMES: Readonly<Record<OnlineProvider, Readonly<Record<BankCode, string>>>> = {
  TOSS: {
    '002': '02', '003': '03', '004': '06', '007': '07', '011': '11', '012': '12', '020': '20', '023': '23', '027': '27', '031': '31', '032': '32', '034': '34', '035': '35',
    '037': '37', '039': '39', '045': '45', '048': '48', '050': '50', '064': '64', '071': '71', '081': '81', '088': '88', '089': '89', '090': '90', '092': '92',
  },
  PORTONE: {
    '002': 'KOREA_DEVELOPMENT_BANK', '003': 'INDUSTRIAL_BANK_OF_KOREA', '004': 'KOOKMIN_BANK', '007': 'SUHYUP_BANK', '011': 'NH_NONGHYUP_BANK', '012': 'LOCAL_NONGHYUP',
    '020': 'WOORI_BANK', '023': 'SC_BANK_KOREA', '027': 'CITI_BANK_KOREA', '031': 'DAEGU_BANK', '032': 'BUSAN_BANK', '034': 'GWANGJU_BANK', '035': 'JEJU_BANK',
    '037': 'JEONBUK_BANK', '039': 'KYONGNAM_BANK', '045': 'KFCC', '048': 'SHINHYUP', '050': 'SAVINGS_BANK_KOREA', '064': 'NATIONAL_FORESTRY_COOPERATIVE_FEDERATION',
    '071': 'EPOST', '081': 'HANA_BANK', '088': 'SHINHAN_BANK', '089': 'K_BANK', '090': 'KAKAO_BANK', '092': 'TOSS_BANK',
  },
};
