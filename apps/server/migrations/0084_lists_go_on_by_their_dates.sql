-- Comments in the order of their last change, as the specification's lists are sorted unless told otherwise, and blocks in that of their making.

CREATE INDEX comments_of_item_by_change ON comments (item_id, updated_at DESC, id DESC) WHERE parent_id IS NULL;
CREATE INDEX comments_replies_by_change ON comments (parent_id, updated_at, id) WHERE parent_id IS NOT NULL;
CREATE INDEX blocks_newest ON blocks (blocker_id, created_at DESC, blocked_id DESC);
