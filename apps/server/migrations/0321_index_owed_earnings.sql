-- additive
-- transaction: none
CREATE INDEX CONCURRENTLY IF NOT EXISTS dispute_charges_owed ON dispute_charges (performer_id) WHERE owed > 0;
