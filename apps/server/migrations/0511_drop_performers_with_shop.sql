-- additive
-- transaction: none
-- Listings say who has a shop.
DROP INDEX CONCURRENTLY IF EXISTS performers_with_shop;
