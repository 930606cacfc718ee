-- A refusal through the link of a stay whose phone was never confirmed holds for this stay only (MS-15).

-- Null: for every stay of the phone in the product.
alter table message_opt_outs add column reservation_id uuid;
