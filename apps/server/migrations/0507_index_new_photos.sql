-- additive
-- transaction: none
-- Photos of everyone by their date.
CREATE INDEX CONCURRENTLY IF NOT EXISTS photos_by_date ON photos (created_at DESC, id DESC);
