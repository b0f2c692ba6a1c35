-- additive
-- transaction: none
-- Whose payment failed, for the audience of a creator.
CREATE INDEX CONCURRENTLY IF NOT EXISTS subscriptions_unpaid ON subscriptions (performer_id, current_period_end, id) WHERE status = 'past_due';
