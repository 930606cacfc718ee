-- The next turn of a stay as the last look at it had it. What a change of the stay moves into the past was never to be done then,
-- and is no missed turn; a change says that a look is due, and leaves this as it was.
alter table stage_reviews add column planned_at timestamptz(3);
update stage_reviews set planned_at = due_at where due_at > 'epoch';
