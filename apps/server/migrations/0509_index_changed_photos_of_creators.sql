-- additive
-- transaction: none
-- Photos of one creator by the date of their last change.
CREATE INDEX CONCURRENTLY IF NOT EXISTS photos_of_performer_by_change ON photos (performer_id, updated_at DESC, id DESC);
