-- The fees by method in a store's proposed terms were never used: what a provider keeps is in its own fee terms (decision 028).
alter table stores alter column settlement_terms set default '{"royaltyPercent":0,"cycle":"MONTHLY","payoutLagDays":5}';
-- The owner of the tables is under row-level security as well: without this the update would find no row.
alter table stores no force row level security;
update stores set settlement_terms = settlement_terms - 'feePercents' where settlement_terms ? 'feePercents';
alter table stores force row level security;
