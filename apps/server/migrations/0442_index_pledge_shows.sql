-- additive
-- transaction: none
CREATE INDEX CONCURRENTLY IF NOT EXISTS ticket_shows_pledging ON ticket_shows (pledge_until, id)
  WHERE status = 'planned' AND pledge_until IS NOT NULL AND goal_reached_at IS NULL;
