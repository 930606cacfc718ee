-- Staff redeem coupons for the stays that they create (CP-7). They lock a coupon that they see, and change nothing of it.

create policy redeemed_by_staff on coupons for update to munjigi_app
  using (product_id = (select actor_product())
         and ((select actor_sees_all_stores()) or store_ids = '{}' or store_ids && (select actor_stores())::uuid[]))
  with check (false);
grant insert on coupon_uses to munjigi_app;
