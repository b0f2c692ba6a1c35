-- additive
-- transaction: none
-- Photos of everyone by the date of their last change.
CREATE INDEX CONCURRENTLY IF NOT EXISTS photos_by_change ON photos (updated_at DESC, id DESC);
