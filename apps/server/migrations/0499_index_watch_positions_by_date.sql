-- additive
-- transaction: none
-- Which videos an account watched last, for its home page.
CREATE INDEX CONCURRENTLY IF NOT EXISTS watch_positions_newest ON watch_positions (account_id, updated_at DESC, item_id);
