-- additive
-- transaction: none
CREATE INDEX CONCURRENTLY IF NOT EXISTS charges_of_streams ON charges (target_id, id) WHERE type = 'stream';
