-- The next turn of a stay as of the last review. When a change of the stay moves a turn into the past, it is no missed
-- turn; a change marks the review as due and leaves this column unchanged.
alter table stage_reviews add column planned_at timestamptz(3);
update stage_reviews set planned_at = due_at where due_at > 'epoch';
