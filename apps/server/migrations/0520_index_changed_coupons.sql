-- additive
-- transaction: none
-- Coupons of one creator, or of the site, by the date of their last change.
CREATE INDEX CONCURRENTLY IF NOT EXISTS coupons_of_performer_by_change ON coupons (performer_id, updated_at DESC, id DESC);
