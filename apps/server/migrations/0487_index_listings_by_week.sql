-- additive
-- transaction: none
-- Creators by what this week brought them, then by their score.
CREATE INDEX CONCURRENTLY IF NOT EXISTS performer_listings_by_week ON performer_listings (week_score DESC, score DESC, performer_id) INCLUDE (is_adult, closed_to);
