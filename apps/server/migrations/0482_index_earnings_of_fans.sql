-- additive
-- transaction: none
-- What one fan bought from one creator, for the fan’s page.
CREATE INDEX CONCURRENTLY IF NOT EXISTS earnings_of_fan ON earnings (performer_id, user_id, created_at DESC, id DESC);
