-- additive
-- transaction: none
-- Broadcasts of one creator by the date of their last change.
CREATE INDEX CONCURRENTLY IF NOT EXISTS broadcasts_of_performer_by_change ON broadcasts (performer_id, updated_at DESC, id DESC);
