-- additive
-- transaction: none
-- Who was live lately, for the filter "Live this week".
CREATE INDEX CONCURRENTLY IF NOT EXISTS streams_by_start ON streams (started_at DESC, performer_id) WHERE started_at IS NOT NULL;
