-- additive
-- transaction: none
-- Statements of earnings add up what coupons took.
CREATE INDEX CONCURRENTLY IF NOT EXISTS coupon_uses_borne ON coupon_uses (coupon_id) WHERE borne > 0;
