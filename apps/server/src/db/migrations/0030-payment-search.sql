-- Finds a payment by the provider's key (SL-1); a search by guest uses the indexes of reservations and
-- payments_reservation.
create index provider_payments_by_key on provider_payments (payment_key, store_id) where payment_key is not null;
