-- additive
-- transaction: none
-- What renews next, for the audience of a creator.
CREATE INDEX CONCURRENTLY IF NOT EXISTS subscriptions_to_renew ON subscriptions (performer_id, current_period_end, id) WHERE status IN ('active', 'trialing') AND NOT cancel_at_period_end;
