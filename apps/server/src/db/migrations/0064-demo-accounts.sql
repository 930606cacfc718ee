-- Accounts of the demo have a published password. They are marked, so that a server without DEMO=1 refuses them (decision 047).
alter table users add column is_demo boolean not null default false;
update users u set is_demo = true
  from products p
  where p.id = u.product_id
    and ((p.slug = 'playroom' and lower(u.email) in ('admin@demo.test', 'sub@demo.test', 'owner@demo.test', 'owner2@demo.test', 'care@demo.test'))
         or (p.slug = 'studyroom' and lower(u.email) = 'admin@study.test'));
