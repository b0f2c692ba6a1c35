-- additive
-- transaction: none
-- Who cancelled and still has access, for the audience of a creator.
CREATE INDEX CONCURRENTLY IF NOT EXISTS subscriptions_ending ON subscriptions (performer_id, access_until, id) WHERE cancel_at_period_end;
