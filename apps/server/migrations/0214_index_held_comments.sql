-- The comments that wait for a creator, the newest first.
-- additive
-- transaction: none

CREATE INDEX CONCURRENTLY IF NOT EXISTS comments_held ON comments (held_for, created_at DESC, id DESC) WHERE held_for IS NOT NULL;
