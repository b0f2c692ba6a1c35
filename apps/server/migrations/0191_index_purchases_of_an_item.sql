-- The buyers of one item, who are refunded when it is hidden.
-- additive
-- transaction: none

CREATE INDEX CONCURRENTLY IF NOT EXISTS purchases_of_object ON purchases (object_id, id) WHERE revoked_at IS NULL;
