-- The recording that a video was made of.
-- additive
-- transaction: none

CREATE INDEX CONCURRENTLY IF NOT EXISTS recordings_item ON recordings (item_id) WHERE item_id IS NOT NULL;
