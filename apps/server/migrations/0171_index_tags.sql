-- Lists of items by tag.
-- additive
-- transaction: none

CREATE INDEX CONCURRENTLY IF NOT EXISTS items_by_tag ON items USING gin (tags) WHERE status = 'published';
