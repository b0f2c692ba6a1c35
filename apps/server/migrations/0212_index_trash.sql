-- The trash of a creator, and what is to be deleted from it.
-- additive
-- transaction: none

CREATE INDEX CONCURRENTLY IF NOT EXISTS items_in_trash ON items (performer_id, deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS items_to_purge ON items (deleted_at) WHERE deleted_at IS NOT NULL;
