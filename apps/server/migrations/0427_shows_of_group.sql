-- additive
-- transaction: none
CREATE INDEX CONCURRENTLY IF NOT EXISTS shows_group ON shows (group_id) WHERE group_id IS NOT NULL;
