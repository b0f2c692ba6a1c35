-- additive
-- transaction: none
-- Creators who have products, for the filter "Has a shop".
CREATE INDEX CONCURRENTLY IF NOT EXISTS performers_with_shop ON performers (account_id) WHERE products > 0;
