-- additive
-- transaction: none
CREATE INDEX CONCURRENTLY IF NOT EXISTS subscriptions_paused ON subscriptions (paused_until) WHERE status = 'paused';
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS subscriptions_live_one ON subscriptions (fan_id, performer_id)
  WHERE status IN ('incomplete', 'active', 'trialing', 'paused', 'past_due');
DROP INDEX CONCURRENTLY IF EXISTS subscriptions_live;
