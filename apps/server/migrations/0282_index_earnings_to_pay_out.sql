-- The earnings of a creator that may be paid out, oldest first.
-- additive
-- transaction: none
CREATE INDEX CONCURRENTLY IF NOT EXISTS earnings_to_pay_out ON earnings (performer_id, id) WHERE status = 'available';
ALTER TABLE earnings VALIDATE CONSTRAINT earnings_paid_out;
