-- Deposits that are payouts of providers (MC-17), for the bank state of the payouts of a chain (MC-13).
create index deposits_payouts on deposits (product_id, at)
  where state = 'IGNORED' and settled_by is null and settled_by_name = 'PAYOUT';
