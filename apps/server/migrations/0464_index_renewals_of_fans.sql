-- additive
-- transaction: none
-- What renews or ends next of a fan, for their home page.
CREATE INDEX CONCURRENTLY IF NOT EXISTS subscriptions_of_fan_by_end ON subscriptions (fan_id, current_period_end, id)
  WHERE status IN ('active', 'trialing');
