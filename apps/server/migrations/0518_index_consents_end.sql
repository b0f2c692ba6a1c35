-- additive
-- transaction: none
CREATE INDEX CONCURRENTLY IF NOT EXISTS participants_ending ON participants (ends_on) WHERE ends_on IS NOT NULL AND status IN ('signed', 'verified');
