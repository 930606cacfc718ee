-- Who has a provider's key in hand finds its payment (SL-1); by the guest, payments are found by what reservations and payments_reservation index.
create index provider_payments_by_key on provider_payments (payment_key, store_id) where payment_key is not null;
