-- additive
-- transaction: none
-- What waits for deliveries is added up for each look at earnings.
CREATE INDEX CONCURRENTLY IF NOT EXISTS earnings_in_escrow ON earnings (performer_id) WHERE status = 'escrow';
