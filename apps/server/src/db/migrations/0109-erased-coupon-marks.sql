-- The hash of a phone at the use of a coupon is erased with the guest of the reservation (CP-4, PD-2). The use still counts.

alter table coupon_uses alter column phone_mark drop not null;
grant update (phone_mark) on coupon_uses to munjigi_app, munjigi_system;

create function erase_coupon_mark() returns trigger language plpgsql as $$
begin
  update coupon_uses set phone_mark = null where product_id = new.product_id and reservation_id = new.id;
  return null;
end $$;
create trigger erase_coupon_mark after update of phone_mark on reservations
  for each row when (old.phone_mark is not null and new.phone_mark is null) execute function erase_coupon_mark();

-- Guests that were erased before.
update coupon_uses u set phone_mark = null
from reservations r where r.product_id = u.product_id and r.id = u.reservation_id and r.phone_mark is null;
