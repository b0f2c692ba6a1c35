-- additive
-- transaction: none
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS shows_running_private ON shows (performer_id) WHERE type = 'private' AND status IN ('accepted', 'active');
