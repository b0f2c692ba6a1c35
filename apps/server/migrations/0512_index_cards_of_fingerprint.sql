-- additive
-- transaction: none
-- The accounts that saved one card.
CREATE INDEX CONCURRENTLY IF NOT EXISTS cards_of_fingerprint ON cards (fingerprint) WHERE fingerprint IS NOT NULL;
