-- A payment at a provider is another one than the server began when its channel, currency or shop differs.
alter table provider_payments drop constraint provider_payments_fault_check;
alter table provider_payments add constraint provider_payments_fault_check
  check (fault in ('AMOUNT_DIFFERS', 'NOT_OURS', 'OUT_OF_STEP', 'TEST_PAYMENT', 'CURRENCY_DIFFERS', 'SHOP_DIFFERS')) not valid;
alter table provider_payments validate constraint provider_payments_fault_check;
