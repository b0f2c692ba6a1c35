-- additive
-- transaction: none
-- Who is subscribed, and whose subscription ended, for the audience of a creator.
CREATE INDEX CONCURRENTLY IF NOT EXISTS subscriptions_by_access ON subscriptions (performer_id, access_until DESC, id DESC);
